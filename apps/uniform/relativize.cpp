// uniform relativize: the shortest reference to each target.

#include <uniform/relativize.hpp>

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class relativize_run : public verb {
public:
    relativize_run(const options &o, const std::optional<uri_view> &base) : options_{o}, base_{base} {}

    void run(work &w) const override {
        if (base_) {
            for_each_record(w, [&](const record &r) { one(w, *base_, r, 0, r.text); });
            return;
        }
        for_each_pair(w, [&](const record_pair &p) {
            if (!p.complete) {
                const std::string_view message = w.in.lines ? "no TAB between two fields" : "a base without a target";
                return refuse_pair(w, p.first, p.line, p.first.text, {},
                                   {p.first.text.size(), error_code::not_found, rule::none}, 0, "base", message);
            }
            const auto base = parse_uri(p.first.text, options_.parse);
            if (!base) return refuse_pair(w, p.first, p.line, p.first.text, p.second.text, base.error(), 0, "base");
            one(w, *base, p.second, p.column, p.line);
        });
    }

private:
    void refuse_pair(work &w, const record &r, std::string_view line, std::string_view base, std::string_view target,
                     const error &why, std::size_t column, std::string_view in, std::string_view message = {}) const {
        const auto write_json = [&] {
            json_object object{w.out, !is_utf8(base) || !is_utf8(target)};
            object.text("base", base).null("ref").text("target", target);
            append_error(object, why, in, message);
            object.end_line();
        };
        const auto keep = [&] {
            w.out += line;
            w.out += options_.terminator();
        };
        refuse(options_, w,
               {.record = r.index, .why = why, .message = std::string{message}, .text = r.text, .column = column},
               write_json, keep);
    }

    void one(work &w, const uri_view &base, const record &r, std::size_t column, std::string_view line) const {
        const auto target = parse_uri(r.text, options_.parse);
        if (!target) return refuse_pair(w, r, line, base.text(), r.text, target.error(), column, "target");
        const auto found = relativize(base, *target);
        if (!found) return refuse_pair(w, r, line, base.text(), r.text, found.error(), column, "target");
        if (options_.json) {
            json_object{w.out}.text("base", base.text()).text("ref", *found).text("target", r.text).end_line();
        } else {
            w.out += *found;
            w.out += options_.terminator();
        }
    }

    const options &options_;
    std::optional<uri_view> base_;
};

} // namespace

int relativize_verb(const options &o) {
    const auto base = find_base(o);
    if (!base) return base.error();
    std::optional<uri_view> against;
    if (!o.pairs) {
        const auto parsed = parse_uri(base->text, o.parse);
        if (!parsed) return bad_base(o, *base, parsed.error());
        against = *parsed;
    }
    relativize_run run{o, against};
    return run_batch(o, run, base->arguments);
}

} // namespace uniform::command
