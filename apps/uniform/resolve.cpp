// uniform resolve: the target of each reference.

#include <uniform/resolve.hpp>

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class resolve_run : public verb {
public:
    resolve_run(const options &o, std::optional<output_template> get, const std::optional<uri_view> &base)
        : options_{o}, get_{std::move(get)}, base_{base} {
        how_.strict = o.strict;
        how_.excess = o.excess;
    }

    void run(work &w) const override {
        std::string room;
        if (base_) {
            for_each_record(w, [&](const record &r) { one(w, *base_, r, 0, r.text, room); });
            return;
        }
        for_each_pair(w, [&](const record_pair &p) {
            if (!p.complete) {
                const std::string_view message =
                    w.in.lines ? "no TAB between two fields" : "a base without a reference";
                return refuse_pair(w, p.first, p.line, p.first.text, {},
                                   {p.first.text.size(), error_code::not_found, rule::none}, 0, "base", message);
            }
            const auto base = parse_uri(p.first.text, options_.parse);
            if (!base) return refuse_pair(w, p.first, p.line, p.first.text, p.second.text, base.error(), 0, "base");
            one(w, *base, p.second, p.column, p.line, room);
        });
    }

private:
    void refuse_pair(work &w, const record &r, std::string_view line, std::string_view base, std::string_view ref,
                     const error &why, std::size_t column, std::string_view in, std::string_view message = {}) const {
        const auto write_json = [&] {
            json_object object{w.out, !is_utf8(base) || !is_utf8(ref)};
            object.text("base", base).text("ref", ref).null("target");
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

    void one(work &w, const uri_view &base, const record &r, std::size_t column, std::string_view line,
             std::string &room) const {
        const auto parsed = parse_uri_reference(r.text, options_.parse);
        if (!parsed) return refuse_pair(w, r, line, base.text(), r.text, parsed.error(), column, "ref");
        if (!options_.json && !get_) {
            if (const auto done = resolve_append(w.out, base, *parsed, how_); !done) {
                return refuse_pair(w, r, line, base.text(), r.text, done.error(), column, "ref");
            }
            w.out += options_.terminator();
            return;
        }
        room.resize(std::max(room.size(), base.text().size() + r.text.size() + resolve_slack));
        const auto found = resolve_to(room, base, *parsed, how_);
        if (!found) return refuse_pair(w, r, line, base.text(), r.text, found.error(), column, "ref");
        if (get_) {
            get_->append(w.out, found->reference, {r.text, &options_.normal});
            w.out += options_.terminator();
        } else {
            json_object{w.out}
                .text("base", base.text())
                .text("ref", r.text)
                .text("target", to_string(*found))
                .end_line();
        }
    }

    const options &options_;
    std::optional<output_template> get_;
    std::optional<uri_view> base_;
    resolve_options how_;
};

} // namespace

int resolve_verb(const options &o) {
    auto get = template_of(o);
    if (!get) return get.error();
    const auto base = find_base(o);
    if (!base) return base.error();
    std::optional<uri_view> against;
    if (!o.pairs) {
        const auto parsed = parse_uri(base->text, o.parse);
        if (!parsed) return bad_base(o, *base, parsed.error());
        against = *parsed;
    }
    resolve_run run{o, *std::move(get), against};
    return run_batch(o, run, base->arguments);
}

} // namespace uniform::command
