// uniform normalize: the normal form of each record.

#include <algorithm>
#include <array>

#include "copy_normal.hpp"
#include "json.hpp"
#include "urn_among.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

// Calls f with the name of each component that would change.
template <class F>
void for_each_change(const changes &c, F f) {
    const std::array<std::pair<bool, std::string_view>, 8> all{{{c.scheme, "scheme"},
                                                                {c.userinfo, "userinfo"},
                                                                {c.host, "host"},
                                                                {c.port, "port"},
                                                                {c.path, "path"},
                                                                {c.query, "query"},
                                                                {c.fragment, "fragment"},
                                                                {c.redirected, "redirected"}}};
    for (const auto &[changed, name] : all) {
        if (changed) f(name);
    }
}

class normalize_run : public verb {
public:
    normalize_run(const options &o, std::optional<output_template> get) : options_{o}, urns_{o}, get_{std::move(get)} {}

    void run(work &w) const override {
        if (options_.json || options_.changes || get_) {
            for_each_record(w, [&](const record &r) { show(w, r); });
        } else {
            copy(w);
        }
    }

private:
    void copy(work &w) const {
        copy_normal(
            options_, w, [&](std::string_view text) { return parse_as(options_.as, text, options_.parse); },
            [&](const reference_view &r) { return urns_.is_normal(r); },
            [&](std::string &out, const reference_view &r) { urns_.normalize_append(out, r); },
            [&](const record &r) { write(w, r); });
    }

    void write(work &w, const record &r) const {
        const auto parsed = parse_as(options_.as, r.text, options_.parse);
        if (!parsed) return refuse(options_, w, r, parsed.error(), [] {});
        urns_.normalize_append(w.out, *parsed);
        w.out += options_.terminator();
    }

    void show(work &w, const record &r) const {
        const auto parsed = parse_as(options_.as, r.text, options_.parse);
        if (!parsed) {
            return refuse(options_, w, r, parsed.error(), [&] { append_refusal(w.out, r.text, parsed.error()); });
        }
        if (options_.json) {
            json_object object{w.out};
            object.text("input", r.text).boolean("valid", true);
            object.text("normalized", normal_form(*parsed));
            if (options_.changes) append_changes(object, urns_.would_change(*parsed));
            object.end_line();
        } else if (options_.changes) {
            bool first = true;
            for_each_change(urns_.would_change(*parsed), [&](std::string_view name) {
                if (!first) w.out += ',';
                first = false;
                w.out += name;
            });
            if (first) w.out += '-';
            w.out += '\t';
            w.out += r.text;
            w.out += options_.terminator();
        } else {
            const std::string normal = normal_form(*parsed);
            parse_options same = options_.parse;
            same.max_length = 0xFFFFFFFE; // a redirect may lead to something longer
            if (const auto again = parse_uri_reference(normal, same)) {
                get_->append(w.out, *again, {r.text, &options_.normal});
                w.out += options_.terminator();
            }
        }
    }

    [[nodiscard]] std::string normal_form(const reference_view &r) const {
        std::string normal;
        urns_.normalize_append(normal, r);
        return normal;
    }

    static void append_changes(json_object &object, const changes &c) {
        std::string &out = object.raw("changes");
        bool first = true;
        out += '[';
        for_each_change(c, [&](std::string_view name) {
            if (!first) out += ", ";
            first = false;
            append_json_string(out, name);
        });
        out += ']';
    }

    const options &options_;
    urn_among urns_;
    std::optional<output_template> get_;
};

} // namespace

int normalize_verb(const options &o) {
    auto get = template_of(o);
    if (!get) return get.error();
    normalize_run run{o, *std::move(get)};
    return run_batch(o, run);
}

} // namespace uniform::command
