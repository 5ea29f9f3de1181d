// uniform normalize: the normal form of each record.

#include <algorithm>
#include <array>

#include "json.hpp"
#include "records.hpp"
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
    normalize_run(const options &o, std::optional<output_template> get) : options_{o}, get_{std::move(get)} {}

    void run(work &w) const override {
        if (options_.json || options_.changes || get_) {
            for_each_record(w, [&](const record &r) { show(w, r); });
        } else {
            copy(w);
        }
    }

private:
    // Most records are normal already. They are not copied one by one: a run of them, line ends included, at once.
    void copy(work &w) const {
        const char sep = w.in.separator;
        const char out_sep = options_.terminator();
        const bool same_end = sep == out_sep;
        const char *const end = w.in.buffer.get() + w.in.size;
        const char *p = w.in.buffer.get();
        const char *normal_from = p; // from here to p all is normal
        w.out.reserve(w.in.size + w.in.size / 16 + 256);
        record r;
        for (; p != end; ++r.index) {
            const auto *stop = static_cast<const char *>(std::memchr(p, sep, static_cast<std::size_t>(end - p)));
            r.text = {p, static_cast<std::size_t>(stop - p)};
            const auto parsed = parse_as(options_.as, r.text, options_.parse);
            if (parsed) [[likely]] {
                const bool empty_line = r.text.empty() && w.in.lines;
                if (same_end && !empty_line && is_normal(*parsed, options_.normal)) [[likely]] {
                    p = stop + 1;
                    continue;
                }
            }
            w.out.append(normal_from, static_cast<std::size_t>(p - normal_from));
            p = stop + 1;
            normal_from = p;
            if (w.in.lines && r.text.ends_with('\r')) r.text.remove_suffix(1);
            if (r.text.empty() && w.in.lines) continue;
            if (parsed) {
                normalize_append(w.out, *parsed, options_.normal);
                w.out += options_.terminator();
            } else {
                write(w, r); // perhaps only its CR kept it from being valid
            }
        }
        w.out.append(normal_from, static_cast<std::size_t>(p - normal_from));
        w.records = r.index;
    }

    void write(work &w, const record &r) const {
        const auto parsed = parse_as(options_.as, r.text, options_.parse);
        if (!parsed) return refuse(options_, w, r, parsed.error(), [] {});
        normalize_append(w.out, *parsed, options_.normal);
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
            object.text("normalized", normalize(*parsed, options_.normal));
            if (options_.changes) append_changes(object, would_change(*parsed, options_.normal));
            object.end_line();
        } else if (options_.changes) {
            bool first = true;
            for_each_change(would_change(*parsed, options_.normal), [&](std::string_view name) {
                if (!first) w.out += ',';
                first = false;
                w.out += name;
            });
            if (first) w.out += '-';
            w.out += '\t';
            w.out += r.text;
            w.out += options_.terminator();
        } else {
            const std::string normal = normalize(*parsed, options_.normal);
            parse_options same = options_.parse;
            same.max_length = 0xFFFFFFFE; // a redirect may lead to something longer
            if (const auto again = parse_uri_reference(normal, same)) {
                get_->append(w.out, *again, {r.text, &options_.normal});
                w.out += options_.terminator();
            }
        }
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
