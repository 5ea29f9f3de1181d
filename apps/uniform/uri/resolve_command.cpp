// uniform resolve: prints the target of each reference.

#include <uniform/uri/resolve.hpp>
#include <uniform/urn/urn.hpp>

#include "print/exit.hpp"
#include "run/pairs.hpp"
#include "uri/commands.hpp"
#include "uri/options.hpp"
#include "uri/url_run.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

struct resolve_command_options : with<batch_options, zone_ids_option, pair_rows, template_option, on_error_row> {
    uniform::edition edition = uniform::edition::rfc3986;
    bool whatwg = false;
    std::string_view encoding; // of the document, by its name in the Encoding Standard; "" for UTF-8
    bool iris = false;
    bool strict = true;
    excess_dots excess = excess_dots::by_edition;

    [[nodiscard]] parse_options parse() const noexcept {
        return {iris ? uniform::edition::rfc3987 : generic(edition), max_length, zone_ids};
    }

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&store_edition_or_whatwg<resolve_command_options, edition_use::resolve>>(
                {heading::input, 'e', "edition", "EDITION",
                 "The edition whose grammar and rules apply; by an edition of URNs, URIs are those of RFC 3986, and "
                 "urnbis-16 and urnbis-14 refuse relative references against a URN. By url-06 (draft-ietf-uri-url-06) "
                 "and rfc1738 there are no relative references: a URL is its own target, and all else is refused. "
                 "whatwg resolves as browsers do, by the URL Standard.",
                 editions_and_whatwg<edition_use::resolve>, "rfc3986"}),
            option<&store_document_encoding<resolve_command_options>>(document_encoding_text),
            option<&store_kind<resolve_command_options>>(kind_text),
            sets<&resolve_command_options::strict, true>(
                {rules, 0, "strict", "", "Resolve by the strict algorithm, the default."}),
            sets<&resolve_command_options::strict, false>(
                {rules, 0, "non-strict", "",
                 "Read a reference with the scheme of the base as a relative one (RFC 3986 section 5.2.2)."}),
            choice<&resolve_command_options::excess, excess_dots::keep, excess_dots::drop, excess_dots::refuse>(
                {rules, 0, "excess", "POLICY", "What to do with \"..\" above the root.", "keep drop refuse",
                 "as the edition specifies"}),
        };
    }
};

class resolve_run : public batch_job {
public:
    resolve_run(const resolve_command_options &o, std::optional<output_template> get,
                const std::optional<uri_view> &base, std::string_view base_text)
        : options_{o}, get_{std::move(get)}, base_{base}, base_text_{base_text} {
        how_.strict = o.strict;
        how_.excess = o.excess;
    }

    // The warning about a URN as base appears once, not for each pair.
    void in_order(work &w) override {
        std::erase_if(w.problems, [&](const problem &p) {
            return p.harmless && p.why.code == error_code::urn_base && std::exchange(warned_, true);
        });
    }

    void run(work &w) const override {
        std::string buffer;
        for_each_paired(
            w, base_, "base", "a base without a reference",
            [&](std::string_view text) { return parsed_base(text, parse_, options_.edition); },
            [&](const rejected_pair &p) { reject_one(w, p); },
            [&](const paired_input<uri_view> &p) { one(w, p, buffer); });
    }

private:
    void reject_one(work &w, rejected_pair p) const {
        if (base_) p.first = base_text_;
        reject_pair(options_, w, p,
                    [&](json_object &object) { object.text("base", p.first).text("ref", p.second).null("target"); });
    }

    void one(work &w, const paired_input<uri_view> &p, std::string &buffer) const {
        const std::string_view text = p.second.text;
        const auto parsed = parsed_as(rule::uri_reference, text, parse_, options_.edition);
        if (!parsed) return reject_one(w, p.rejected("ref", parsed.error()));
        // section 5 of the documents of 1994: what is a URL is complete, and nothing is done to it.
        if (is_edition_of_1994(options_.edition)) {
            if (options_.json) {
                const std::string_view base = base_ ? base_text_ : p.base_text;
                json_object{w.out}.text("base", base).text("ref", text).text("target", text).end_line();
            } else {
                w.out += text;
                w.out += options_.terminator();
            }
            return;
        }
        if (!parsed->has_scheme() && has_urn_scheme(p.base)) {
            const bool refused = refuses_urn_bases(options_.edition);
            const error why{0, error_code::urn_base, rule::none, refused ? options_.edition : edition::rfc8141};
            if (refused) return reject_one(w, p.rejected("ref", why));
            if (!base_ && options_.edition == parse_.edition) {
                w.problems.push_back({.input = p.second.index,
                                      .after = w.out.size(),
                                      .why = why,
                                      .message = std::string{urn_base_warning},
                                      .text = text,
                                      .column = p.column,
                                      .harmless = true});
            }
        }
        if (!options_.json && !get_) {
            if (const auto done = resolve_append(w.out, p.base, *parsed, how_); !done) {
                return reject_one(w, p.rejected("ref", done.error()));
            }
            w.out += options_.terminator();
            return;
        }
        buffer.resize(std::max(buffer.size(), p.base_text.size() + text.size() + resolve_slack));
        const auto found = resolve_to(buffer, p.base, *parsed, how_);
        if (!found) return reject_one(w, p.rejected("ref", found.error()));
        if (get_) {
            const output_template::context around{.input = text};
            if (const auto unmet = get_->unmet_demand(found->reference, around)) {
                const std::string says = "--get " + unmet->says;
                rejected_pair rejected = p.rejected("ref", {0, unmet->why.code, unmet->why.rule, unmet->why.edition});
                rejected.message = says;
                return reject_one(w, rejected);
            }
            get_->append(w.out, found->reference, around);
            w.out += options_.terminator();
        } else {
            json_object{w.out}.text("base", p.base_text).text("ref", text).text("target", to_string(*found)).end_line();
        }
    }

    const resolve_command_options &options_;
    const parse_options parse_ = options_.parse();
    std::optional<output_template> get_;
    std::optional<uri_view> base_;
    std::string_view base_text_;
    resolve_options how_;
    bool warned_ = false;
};

int run_resolve(const resolve_command_options &o) {
    if (const auto code = refuse_encoding_without_whatwg(o)) return *code;
    if (o.whatwg) {
        if (const auto code = refuse_with_whatwg(o, {{o.iris, "--as iri"},
                                                     {o.zone_ids, "--zone-ids"},
                                                     {o.get.has_value(), "--get"},
                                                     {!o.strict, "--non-strict"},
                                                     {o.excess != excess_dots::by_edition, "--excess"}}))
            return *code;
        return resolve_as_browser(o, o.encoding);
    }
    if (is_edition_of_1994(o.edition)) {
        if (const auto code = refuse_with(o, to_string(o.edition),
                                          {{o.iris, "--as iri"},
                                           {o.zone_ids, "--zone-ids"},
                                           {o.get.has_value(), "--get"},
                                           {!o.strict, "--non-strict"},
                                           {o.excess != excess_dots::by_edition, "--excess"}}))
            return *code;
    }
    auto get = template_of(o, true);
    if (!get) return get.error();
    const auto base = find_base(o, "reference");
    if (!base) return base.error();
    const auto parsed =
        parse_base<uri_view>(o, *base, [&](std::string_view text) { return parsed_base(text, o.parse(), o.edition); });
    if (!parsed) return parsed.error();
    // Once, not for each reference.
    if (*parsed && !is_edition_of_1994(o.edition) && has_urn_scheme(**parsed) && o.edition == generic(o.edition)) {
        print_message("uniform: " + std::string{urn_base_warning} + '\n');
    }
    resolve_run job{o, *std::move(get), *parsed, base->text};
    return run_batch(o, job, base->arguments);
}

constexpr example resolve_examples[]{
    {"One reference", "uniform resolve 'http://a/b/c/d;p?q' ../g"},
    {"All links of a page against its URL", "uniform resolve --base https://example.com/docs/ -f links.txt"},
    {"By the rules of the 2003 draft",
     "uniform resolve --edition rfc2396bis-01 --excess drop 'http://a/b/c/d;p?q' ../../../g"},
};

} // namespace

const command resolve_command = command_of<run_resolve>(
    {"resolve", "resolve references against a base URI", "[BASE] [REFERENCE...]",
     "Prints the target of each reference (RFC 3986 section 5.2). The edition rfc2396bis-01 gives "
     "\"(current document)\" where its text does, and keeps \"..\" above the root unless --excess "
     "specifies otherwise. A relative reference against a URN is resolved with a warning, by the editions urnbis-16 "
     "and urnbis-14 it is an error. With --edition whatwg, the target is the serialized URL, the `href` of a browser; "
     "an empty base in a pair is an "
     "error, as in `new URL(x, \"\")`: for texts without a base there is `uniform parse --edition whatwg`.",
     resolve_examples});

} // namespace uniform::cli
