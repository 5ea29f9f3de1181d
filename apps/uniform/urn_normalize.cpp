// uniform urn normalize: the one form that equivalent URNs share.

#include <uniform/namespace_equivalence.hpp>
#include <uniform/urn_equivalence.hpp>

#include "copy_normal.hpp"
#include "json.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class urn_normalize_run : public verb {
public:
    urn_normalize_run(const options &o, std::optional<output_template> get) : options_{o}, get_{std::move(get)} {}

    void run(work &w) const override {
        if (options_.json || options_.changes || get_) {
            for_each_record(w, [&](const record &r) { show(w, r); });
            return;
        }
        copy_normal(
            options_, w, [&](std::string_view text) { return parse_urn(text, options_.urns()); },
            [&](const urn_view &u) { return is_result(u); },
            [&](std::string &out, const urn_view &u) { append(out, u); },
            [&](const record &r) {
                const auto parsed = parse_urn(r.text, options_.urns());
                if (!parsed) return refuse(options_, w, r, parsed.error(), [] {});
                append(w.out, *parsed);
                w.out += options_.terminator();
            });
    }

private:
    [[nodiscard]] bool by_namespace() const { return options_.urn == urn_reading::by_namespace; }

    // Whether append() would write what is there; "false" where that is not cheap to know.
    [[nodiscard]] bool is_result(const urn_view &u) const {
        if (by_namespace()) return false;
        return (options_.keep_components || u.assigned_name().size() == u.text().size()) && is_normal(u);
    }

    void append(std::string &out, const urn_view &u) const {
        by_namespace() ? namespace_normalized_append(out, u) : normalized_assigned_name_append(out, u);
        if (options_.keep_components) out += u.text().substr(u.assigned_name().size());
    }

    // Calls f with the name of each component that append() would change.
    template <class F>
    void for_each_change(const urn_view &u, std::string_view result, F f) const {
        const std::size_t nid_end = u.where(rule::nid)->end;
        const bool keep = options_.keep_components;
        if (u.scheme() != result.substr(0, 3)) f("scheme");
        if (u.nid() != result.substr(4, u.nid().size())) f("NID");
        if (u.text().substr(nid_end, u.nss().size() + 1) !=
            result.substr(nid_end, result.size() - nid_end - (keep ? u.text().size() - u.assigned_name().size() : 0))) {
            f("NSS");
        }
        if (keep) return;
        if (u.r_component()) f("r-component");
        if (u.q_component()) f("q-component");
        if (u.f_component()) f("f-component");
    }

    void show(work &w, const record &r) const {
        const auto parsed = parse_urn(r.text, options_.urns());
        if (!parsed) {
            return refuse(options_, w, r, parsed.error(), [&] { append_refusal(w.out, r.text, parsed.error()); });
        }
        std::string result;
        append(result, *parsed);
        if (options_.json) {
            json_object object{w.out};
            object.text("input", r.text).boolean("valid", true);
            append_urn_components(object, *parsed);
            object.text("normalized", result).text("level", by_namespace() ? "namespace" : "lexical");
            if (options_.changes) {
                std::string &list = object.raw("changes");
                list += '[';
                const std::size_t begin = list.size();
                for_each_change(*parsed, result, [&](std::string_view name) {
                    if (list.size() != begin) list += ", ";
                    append_json_string(list, name);
                });
                list += ']';
            }
            object.end_line();
        } else if (options_.changes) {
            const std::size_t begin = w.out.size();
            for_each_change(*parsed, result, [&](std::string_view name) {
                if (w.out.size() != begin) w.out += ',';
                w.out += name;
            });
            if (w.out.size() == begin) w.out += '-';
            w.out += '\t';
            w.out += r.text;
            w.out += options_.terminator();
        } else if (const auto again = parse_urn(result, {options_.urn_edition})) {
            get_->append(w.out, again->uri(), {r.text, &options_.normal, *again});
            w.out += options_.terminator();
        }
    }

    const options &options_;
    std::optional<output_template> get_;
};

} // namespace

int urn_normalize_verb(const options &o) {
    auto get = template_of(o);
    if (!get) return get.error();
    urn_normalize_run run{o, *std::move(get)};
    return run_batch(o, run);
}

} // namespace uniform::command
