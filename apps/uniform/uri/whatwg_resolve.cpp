// uniform resolve --edition whatwg: the URL parser with a base.

#include <memory>

#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "run/pairs.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_print.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

// A base URL and the text that it was read from, as for_each_paired() wants it.
struct web_base {
    std::shared_ptr<const whatwg::url> parsed;
    std::string_view given;
    [[nodiscard]] std::string_view text() const noexcept { return given; }
};

class web_resolve_run : public batch_job {
public:
    web_resolve_run(const batch_options &o, std::string_view encoding, std::optional<web_base> base)
        : options_{o}, encoding_{encoding}, base_{std::move(base)} {}

    void run(work &w) const override {
        const auto parse = [](std::string_view text) -> std::expected<web_base, error> {
            auto u = whatwg::parse(text);
            if (!u) return std::unexpected{error{.offset = u.error().offset}};
            return web_base{std::make_shared<const whatwg::url>(*std::move(u)), text};
        };
        for_each_paired(
            w, base_, "base", "a base without a reference", parse,
            [&](const rejected_pair &p) { reject_base_of(w, p); }, [&](const paired_input<web_base> &p) { one(w, p); });
    }

private:
    void one(work &w, const paired_input<web_base> &p) const {
        const auto u = whatwg::parse_in_encoding(p.second.text, encoding_, p.base.parsed.get());
        if (!u) return reject_one(w, p.rejected("ref", {.offset = u.error().offset}), u.error());
        if (!options_.json) {
            w.out += u->href();
            w.out += options_.terminator();
            return;
        }
        json_object object{w.out, !is_utf8(p.base_text) || !is_utf8(p.second.text)};
        object.text("base", p.base_text).text("ref", p.second.text).text("target", u->href()).end_line();
    }

    // A first field that is no URL, or one without a second.
    void reject_base_of(work &w, const rejected_pair &p) const {
        const auto again = whatwg::parse(p.field.text);
        if (!again) return reject_one(w, p, again.error());
        reject_pair(options_, w, p,
                    [&](json_object &object) { object.text("base", p.first).text("ref", p.second).null("target"); });
    }

    void reject_one(work &w, const rejected_pair &p, const whatwg::validation_error &why) const {
        const auto write_json = [&] {
            json_object object{w.out, !is_utf8(p.first) || !is_utf8(p.second)};
            object.text("base", p.first).text("ref", p.second).null("target");
            append_web_error(object, why, p.name);
            object.end_line();
        };
        reject(options_, w,
               {.input = p.field.index,
                .why = {.offset = why.offset},
                .message = message_of(why),
                .text = p.field.text,
                .column = p.column},
               write_json, [&] {
                   w.out += p.line;
                   w.out += options_.terminator();
               });
    }

    const batch_options &options_;
    std::string_view encoding_;
    std::optional<web_base> base_;
};

} // namespace

int resolve_as_browser(const batch_options &o, std::string_view encoding) {
    const auto base = find_base(o, "reference");
    if (!base) return base.error();
    std::optional<web_base> parsed;
    if (!o.pairs) {
        auto u = whatwg::parse(base->text);
        if (!u) {
            std::string says;
            append_message(says, base->arguments != 0 ? "<argument>" : "--base", 1,
                           {.why = {.offset = u.error().offset}, .message = message_of(u.error()), .text = base->text},
                           style_of_messages(o.colour, o.show_password));
            writer{STDERR_FILENO}.write_now(says);
            return exit_bad_input;
        }
        parsed = web_base{std::make_shared<const whatwg::url>(*std::move(u)), base->text};
    }
    web_resolve_run job{o, encoding, std::move(parsed)};
    return run_batch(o, job, base->arguments);
}

} // namespace uniform::cli
