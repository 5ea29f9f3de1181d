#include "uri/url_run.hpp"

#include <string>

#include "print/json.hpp"
#include "run/inputs.hpp"

namespace uniform::cli {

namespace {

class url_normalize_run : public batch_job {
public:
    url_normalize_run(const uri_options &o, const level_options &level) : options_{o}, level_{level.level} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto normal = normalize_text(r.text, options_.parse(), {.level = level_});
            if (!normal) {
                if (options_.json) return reject(options_, w, r, normal.error());
                return reject(options_, w, r, normal.error(), [] {});
            }
            if (*normal != r.text || w.was_cleaned(r.index)) ++w.changed;
            if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true).text("normalized", *normal).end_line();
            } else {
                w.out += *normal;
                w.out += options_.terminator();
            }
        });
    }

    [[nodiscard]] words summary_words() const override { return {"unchanged", "changed", {}}; }

private:
    const uri_options &options_;
    comparison_level level_;
};

} // namespace

std::expected<reference_view, error> parsed_as(rule as, std::string_view text, const parse_options &how, edition e) {
    if (!is_edition_of_1994(e)) [[likely]]
        return parse_as(as, text, how);
    if (const auto fault = why_invalid(text, {e, how.max_length})) return std::unexpected{*fault};
    return reference_view{};
}

std::expected<uri_view, error> parsed_base(std::string_view text, const parse_options &how, edition e) {
    if (!is_edition_of_1994(e)) [[likely]]
        return parse_uri(text, how);
    if (const auto fault = why_invalid(text, {e, how.max_length})) return std::unexpected{*fault};
    return parse_uri("about:"); // which nothing is relative to
}

std::optional<int> refuse_with_urls(const uri_options &o) {
    if (!is_edition_of_1994(o.edition)) return std::nullopt;
    return refuse_with(o, to_string(o.edition),
                       {{o.zone_ids, "--zone-ids"}, {o.as != rule::uri_reference || o.iris, "--as"}});
}

std::optional<int> refuse_with_urls(const uri_options &o, const level_options &level) {
    if (const auto code = refuse_with_urls(o)) return code;
    return refuse_with(o, to_string(o.edition),
                       {{level.urn == urn_reading::lexical || level.urn == urn_reading::by_namespace, "--urn"},
                        {level.rfc5952, "--rfc5952"},
                        {level.idna, "--idna"},
                        {level.nfc, "--nfc"},
                        {!level.schemes.empty(), "--scheme"},
                        {!level.redirects.empty(), "--redirects"}});
}

int normalize_as_urls(const uri_options &o, const level_options &level) {
    if (const auto code = refuse_with_urls(o, level)) return *code;
    url_normalize_run job{o, level};
    return run_batch(o, job);
}

std::expected<url_comparator::view, error> url_comparator::parse(std::string_view text) const {
    const auto url = parse_url(text, how_);
    if (!url) return std::unexpected{url.error()};
    return view{text, *url};
}

} // namespace uniform::cli
