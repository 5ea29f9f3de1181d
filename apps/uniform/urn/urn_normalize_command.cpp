// uniform urn normalize: prints the normal form that equivalent URNs have in common.

#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "print/json.hpp"
#include "uri/copy_normal.hpp"
#include "urn/commands.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

struct urn_normalize_command_options
    : with<batch_options, urn_edition_option, equivalence_option, template_option, on_error_row> {
    bool keep_components = false;
    bool changes = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&urn_normalize_command_options::keep_components>(
                {rules, 0, "keep-components", "",
                 "Keep the r-, q- and f-component as written, which equivalence "
                 "ignores."}),
            option<&urn_normalize_command_options::changes>(
                {output, 0, "changes", "",
                 "Print which components would change, a TAB, and the input, instead of the normal form."}),
        };
    }
};

class urn_normalize_run : public batch_job {
public:
    urn_normalize_run(const urn_normalize_command_options &o, std::optional<output_template> get)
        : options_{o}, get_{std::move(get)} {}

    void run(work &w) const override {
        if (options_.json || options_.changes || get_) {
            for_each_input(w, [&](const input &r) { show(w, r); });
            return;
        }
        copy_normal(
            options_, w, [&](std::string_view text) { return parse_urn(text, urns_); },
            [&](const urn_view &u) { return is_result(u); },
            [&](std::string &out, const urn_view &u) { append(out, u); },
            [&](const input &r) {
                const auto parsed = parse_urn(r.text, urns_);
                if (!parsed) return reject(options_, w, r, parsed.error(), [] {});
                append(w.out, *parsed);
                w.out += options_.terminator();
            });
    }

private:
    // Whether append() would write the same text; false if that is costly to find out.
    [[nodiscard]] bool is_result(const urn_view &u) const {
        if (options_.by_namespace()) return false;
        return (options_.keep_components || u.assigned_name().size() == u.text().size()) && is_normal(u);
    }

    void append(std::string &out, const urn_view &u) const {
        options_.by_namespace() ? namespace_normalized_append(out, u) : normalized_assigned_name_append(out, u);
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

    void show(work &w, const input &r) const {
        const auto parsed = parse_urn(r.text, urns_);
        if (!parsed) {
            return reject(options_, w, r, parsed.error());
        }
        std::string result;
        append(result, *parsed);
        if (options_.json) {
            json_object object{w.out};
            object.text("input", r.text).boolean("valid", true);
            append_urn_components(object, *parsed);
            object.text("normalized", result).text("level", options_.by_namespace() ? "namespace" : "lexical");
            if (options_.changes) {
                std::string &list = object.raw("changes");
                list += '[';
                const std::size_t begin = list.size();
                for_each_change(*parsed, result, [&](std::string_view name) {
                    if (list.size() != begin) list += ", ";
                    json::append_string(list, name);
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
            get_->append(w.out, again->uri(), {.input = r.text, .urn = *again});
            w.out += options_.terminator();
        }
    }

    const urn_normalize_command_options &options_;
    const urn_options urns_{options_.urn_edition, options_.max_length};
    std::optional<output_template> get_;
};

int run_urn_normalize(const urn_normalize_command_options &o) { return run_job<urn_normalize_run>(o); }

constexpr example urn_normalize_examples[]{
    {"The normal form by RFC 8141", "uniform urn normalize 'URN:EXAMPLE:a123%2cz456?=x'"},
    {"Also by the rules of the namespace", "uniform urn normalize --urn namespace urn:isbn:951-0-18435-7"},
};

} // namespace

const command urn_normalize_command = command_of<run_urn_normalize>(
    {"urn normalize", "print the normal form of each URN", "[URN...]",
     "Prints the assigned-name with scheme and NID in lower case and the hexadecimal digits of percent-encodings in "
     "upper case; nothing is decoded (RFC 8141 section 3.1). With --urn namespace the rules of its namespace apply as "
     "well, to names that match its syntax. Equivalence ignores the r-, q- and f-component: they are removed.",
     urn_normalize_examples});

} // namespace uniform::cli
