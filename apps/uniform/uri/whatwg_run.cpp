// The commands with `--edition whatwg` that read single URLs.

#include "uri/whatwg_run.hpp"

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "uri/whatwg_options.hpp"
#include "uri/whatwg_print.hpp"

namespace uniform::cli {

namespace {

class web_parse_run : public batch_job {
public:
    web_parse_run(const uri_options &o, std::optional<web_template> get) : options_{o}, get_{std::move(get)} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto u = whatwg::parse_in_encoding(r.text, options_.encoding);
            if (!u) {
                reject_web(options_, w, r, u.error());
            } else if (options_.json) {
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", true);
                append_web_members(object, u->view());
                object.end_line();
            } else if (get_) {
                get_->append(w.out, u->view(), r.text);
                w.out += options_.terminator();
            } else {
                w.out += '\n'; // between two results
                append_web_members(w.out, u->view(), options_.show_password);
            }
        });
    }

    [[nodiscard]] row_result in_rows() const override { return get_ ? row_result::text : row_result::input; }

    void in_order(work &w) override {
        if (!options_.json && !get_) drop_first_line_end(w, first_);
    }

private:
    const uri_options &options_;
    std::optional<web_template> get_;
    bool first_ = true;
};

// A line may have as many validation errors as it has octets.
constexpr std::size_t most_web_errors = 20;

// Good is an input that is a valid URL string: parsing it gives no validation errors. With --json, "valid" tells
// whether it is a URL, as `parse` does.
class web_check_run : public batch_job {
    using parsed_url = std::expected<whatwg::url, whatwg::failure>;

public:
    web_check_run(const uri_options &o, list listing) : options_{o}, listing_{listing} {}

    void run(work &w) const override {
        whatwg::validation_errors errors{most_web_errors};
        for_each_input(w, [&](const input &r) {
            errors.clear();
            const auto u = whatwg::parse_in_encoding(r.text, options_.encoding, nullptr, &errors);
            if (errors.empty()) {
                if (listing_ == list::invalid || (listing_ != list::valid && !options_.json)) return;
                return print(w, r, u, errors);
            }
            // All but the last one are reported here: an input counts once.
            const bool silent = options_.quiet || options_.json || options_.policy == on_error::drop;
            for (std::size_t i = 0; !silent && i + 1 < errors.size(); ++i)
                w.problems.push_back(problem_of(w, r, errors[i]));
            const auto json_it = [&] {
                if (listing_ != list::valid) print(w, r, u, errors);
            };
            reject(options_, w, last_problem_of(w, r, u, errors), json_it, [] {});
            if (options_.policy != on_error::stop && listing_ == list::invalid && !options_.json)
                print(w, r, u, errors);
        });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result_of(options_, listing_); }

private:
    static problem problem_of(const work &w, const input &r, const whatwg::validation_error &e) {
        return {.input = r.index,
                .after = w.out.size(),
                .why = {.offset = e.offset},
                .message = message_of(e),
                .text = r.text};
    }

    // The last error that was kept, with the number of those after it, or why the text is no URL.
    static problem last_problem_of(const work &w, const input &r, const parsed_url &u,
                                   const whatwg::validation_errors &errors) {
        problem last = problem_of(w, r, errors.back());
        if (errors.more() == 0) return last;
        last.message += ", and " + std::to_string(errors.more()) + " more";
        if (!u) last.message += "; it is no URL: " + message_of(u.error());
        return last;
    }

    void print(work &w, const input &r, const parsed_url &u, const whatwg::validation_errors &errors) const {
        if (!options_.json) {
            if (w.in.truncated && r.text.size() > options_.max_length) return;
            append_unchanged(options_, w.out, r.text);
            w.out += options_.terminator();
            return;
        }
        json_object object{w.out, !is_utf8(r.text)};
        object.text("input", r.text).boolean("valid", u.has_value());
        u ? object.text("href", u->href()) : object.null("href");
        json::writer all{object.raw("errors"), json::layout::spaced, object.strings()};
        all.begin_array();
        for (const auto &e : errors) {
            all.begin_object().member("code", name(e.kind)).member("offset", e.offset);
            all.member("message", message(e.kind)).end_object();
        }
        all.end_array();
        if (errors.more() > 0) object.number("more", errors.more());
        if (!u) append_web_error(object, u.error());
        object.end_line();
    }

    const uri_options &options_;
    list listing_;
};

class web_normalize_run : public batch_job {
public:
    explicit web_normalize_run(const uri_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            if (!options_.json && whatwg::view_of(r.text)) return write(w, r.text);
            const auto u = whatwg::parse_in_encoding(r.text, options_.encoding);
            if (!u) return reject_web(options_, w, r, u.error());
            if (!options_.json) return write(w, u->href());
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", true).text("normalized", u->href()).end_line();
        });
    }

private:
    void write(work &w, std::string_view href) const {
        w.out += href;
        w.out += options_.terminator();
    }

    const uri_options &options_;
};

} // namespace

int parse_as_browser(const uri_options &o, const std::optional<std::string> &get) {
    if (const auto code =
            refuse_with_whatwg(o, {{o.zone_ids, "--zone-ids"}, {o.as != rule::uri_reference || o.iris, "--as"}}))
        return *code;
    std::optional<web_template> by;
    if (get) {
        if (o.json) return usage_error(o, exclusive("--json", "--get"));
        auto read = web_template::read(*get);
        if (!read) return usage_error(o, "--get: " + read.error().says);
        by = *std::move(read);
    }
    web_parse_run job{o, std::move(by)};
    return run_batch(o, job);
}

int check_as_browser(const uri_options &o, list listing) {
    if (const auto code =
            refuse_with_whatwg(o, {{o.zone_ids, "--zone-ids"}, {o.as != rule::uri_reference || o.iris, "--as"}}))
        return *code;
    web_check_run job{o, listing};
    return run_batch(o, job);
}

int normalize_as_browser(const uri_options &o) {
    if (const auto code =
            refuse_with_whatwg(o, {{o.zone_ids, "--zone-ids"}, {o.as != rule::uri_reference || o.iris, "--as"}}))
        return *code;
    web_normalize_run job{o};
    return run_batch(o, job);
}

} // namespace uniform::cli
