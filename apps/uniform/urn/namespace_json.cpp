// A namespace as a JSON object: the fields of its record, absent ones null.

#include "print/json.hpp"
#include "urn/namespace_page.hpp"

namespace uniform::cli {

namespace {

json_object &text_or_null(json_object &object, std::string_view name, std::string_view text) {
    return text.empty() ? object.null(name) : object.text(name, text);
}

// "name": [...] with what `write` appends for each item.
template <class Items, class F>
void append_list(json_object &object, std::string_view name, const Items &items, F write) {
    std::string &out = object.raw(name);
    out += '[';
    bool first = true;
    for (const auto &item : items) {
        if (!first) out += ", ";
        first = false;
        write(out, item);
    }
    out += ']';
}

void append_texts(json_object &object, std::string_view name, std::span<const std::string_view> texts) {
    append_list(object, name, texts, [](std::string &out, std::string_view text) { json::append_string(out, text); });
}

void append_pairs(json_object &object, std::string_view name, std::span<const std::array<std::string_view, 2>> pairs) {
    append_list(object, name, pairs, [](std::string &out, const auto &pair) {
        out += '[';
        json::append_string(out, pair[0]);
        out += ", ";
        json::append_string(out, pair[1]);
        out += ']';
    });
}

void append_syntax(json_object &object, const nss_syntax &s) {
    json_object inner = object.object("syntax");
    text_or_null(inner, "abnf", s.abnf);
    text_or_null(inner, "pattern", s.pattern);
    text_or_null(inner, "lenient", s.lenient);
    text_or_null(inner, "strict", s.strict);
    inner.boolean("ignore_case", s.ignore_case);
    append_list(inner, "branches", s.branches, [](std::string &out, const nss_branch &branch) {
        json_object{out}.text("prefix", branch.prefix).text("pattern", branch.pattern).end();
    });
    append_list(inner, "limits", s.limits, [](std::string &out, const nss_limit &limit) {
        json_object{out}.text("part", limit.part).text("source", limit.source).number("max", limit.max).end();
    });
    text_or_null(inner, "charset", s.charset);
    inner.end();
}

void append_rules(json_object &object, const namespace_info &info) {
    json_object equivalence = object.object("equivalence");
    text_or_null(equivalence, "summary", info.equivalence_summary);
    append_list(equivalence, "steps", info.equivalence, [](std::string &out, const equivalence_operation &operation) {
        json::append_string(out, in_words(operation));
    });
    equivalence.end();
    append_list(object, "checks", info.checks, [](std::string &out, const check_rule &rule) {
        json_object one{out};
        one.text("algorithm", to_string(rule.algorithm)).boolean("strict", rule.strict);
        one.text("covers", in_words(rule));
        text_or_null(one, "note", rule.note).end();
    });
    json_object components = object.object("components");
    text_or_null(components, "r", info.components.r_component);
    text_or_null(components, "q", info.components.q_component);
    text_or_null(components, "f", info.components.f_component);
    text_or_null(components, "basis", info.components.basis).end();
}

void append_use(json_object &object, const namespace_info &info) {
    json_object resolution = object.object("resolution");
    resolution.text("intended", to_string(info.resolution));
    append_list(resolution, "resolvers", info.resolvers, [](std::string &out, const resolver_rule &rule) {
        json_object one{out};
        append_texts(one, "prefixes", rule.prefixes);
        one.text("address", rule.address).end();
    });
    text_or_null(resolution, "note", info.resolution_note).end();
    append_list(object, "names", info.names, [](std::string &out, const name_form &form) {
        json_object one{out};
        text_or_null(one, "system", form.system);
        text_or_null(one, "example", form.example).end();
    });
    json_object examples = object.object("examples");
    append_texts(examples, "valid", info.examples);
    append_list(examples, "invalid", info.bad_examples, [](std::string &out, const bad_example &bad) {
        json_object one{out};
        one.text("urn", bad.urn);
        text_or_null(one, "why", bad.why).end();
    });
    append_pairs(examples, "equivalent", info.equivalent);
    append_pairs(examples, "not_equivalent", info.not_equivalent);
    examples.end();
}

} // namespace

void append_namespace_json(std::string &out, const namespace_info &info) {
    json_object object{out};
    object.text("nid", info.nid).text("kind", kind_word(info)).text("status", to_string(info.status));
    object.text("list_date", namespace_registry::standard().date());
    text_or_null(object, "title", info.title);
    text_or_null(object, "registrant", info.registrant);
    append_texts(object, "references", info.references);
    text_or_null(object, "date", info.date);
    text_or_null(object, "updated", info.updated);
    text_or_null(object, "spec_date", info.spec_date);
    append_syntax(object, info.syntax);
    append_rules(object, info);
    append_use(object, info);
    text_or_null(object, "source", info.source);
    text_or_null(object, "notes", info.notes);
    object.end_line();
}

} // namespace uniform::cli
