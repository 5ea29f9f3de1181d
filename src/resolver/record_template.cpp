#include <uniform/resolver/record_template.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/uri/uri_template.hpp>

namespace uniform::resolver {

namespace {

constexpr std::array<std::string_view, 4> names{"urn", "nid", "nss", "suffix"};

// The values for one name, in the order of `names`.
using values = std::array<std::string_view, 4>;

values values_of(std::string_view urn, std::string_view prefix) {
    constexpr std::size_t scheme = 4; // "urn:"
    const std::string_view name = urn.substr(std::min(scheme, urn.size()));
    const std::size_t colon = std::min(name.find(':'), name.size());
    const std::string_view nss = name.substr(std::min(colon + 1, name.size()));
    // The prefix is that of the key, whose letters may have another case.
    const std::string_view suffix =
        prefix.size() > colon + 1 && prefix.size() <= name.size() ? name.substr(prefix.size()) : nss;
    return {urn, name.substr(0, colon), nss, suffix};
}

std::unexpected<problem> wrong(std::string pointer, std::string detail, std::optional<std::size_t> offset = {},
                               std::string rule = {}) {
    return std::unexpected{problem{.type = problem_type::invalid,
                                   .detail = std::move(detail),
                                   .offset = offset,
                                   .rule = std::move(rule),
                                   .pointer = std::move(pointer)}};
}

std::expected<std::string, problem> expanded_url(const json::value &url, const values &of, const std::string &pointer) {
    const auto parsed = uri_template::parse(*url.if_string());
    const auto failed = [&](const template_error &e) {
        return wrong(pointer, "is no URI template: " + std::string(e.message), e.offset,
                     e.section.empty() ? "" : "RFC 6570 section " + std::string(e.section));
    };
    if (!parsed) return failed(parsed.error());
    template_variables variables;
    for (const std::string_view name : parsed->variables()) {
        const auto *const at = std::ranges::find(names, name);
        if (at == names.end()) {
            return wrong(pointer,
                         "has the unknown variable \"" + std::string(name) + "\"; there are urn, nid, nss and suffix");
        }
        variables.emplace(name, std::string(of[static_cast<std::size_t>(at - names.begin())]));
    }
    auto url_of_name = parsed->expand(variables);
    if (!url_of_name) return failed(url_of_name.error());
    return std::move(*url_of_name);
}

std::string expanded_text(std::string_view text, const values &of) {
    std::string out;
    for (;;) {
        const auto open = text.find('{');
        out += text.substr(0, open);
        if (open == std::string_view::npos) return out;
        text.remove_prefix(open);
        bool replaced = false;
        for (std::size_t i = 0; i < names.size() && !replaced; ++i) {
            if (!text.substr(1).starts_with(names[i]) || !text.substr(1 + names[i].size()).starts_with('}')) continue;
            out += of[i];
            text.remove_prefix(names[i].size() + 2);
            replaced = true;
        }
        if (replaced) continue;
        out += '{';
        text.remove_prefix(1);
    }
}

// As deep as JSON may be nested (json::limits).
void expand_texts(json::value &v, const values &of) {
    if (const std::string *const text = v.if_string()) {
        v = json::value{expanded_text(*text, of)};
    } else if (json::array *const items = v.if_array()) {
        for (json::value &item : *items) expand_texts(item, of);
    } else if (json::object *const members = v.if_object()) {
        for (json::member &m : *members) expand_texts(m.value, of);
    }
}

std::expected<void, problem> expand_locators(json::value &locators, const values &of) {
    json::array *const all = locators.if_array();
    if (all == nullptr) return {}; // record_from_json() says so
    for (std::size_t i = 0; i < all->size(); ++i) {
        json::value &one = (*all)[i];
        json::value *url = &one;
        std::string pointer = "/template/locators/" + std::to_string(i);
        if (json::object *const members = one.if_object()) {
            const auto at = std::ranges::find(*members, "url", &json::member::name);
            if (at == members->end()) continue;
            url = &at->value;
            pointer += "/url";
        }
        if (!url->is_string()) continue;
        auto made = expanded_url(*url, of, pointer);
        if (!made) return std::unexpected{std::move(made.error())};
        *url = json::value{std::move(*made)};
    }
    return {};
}

} // namespace

std::expected<record_template, problem> record_template::from_json(const json::value &value) {
    if (!value.is_object()) return wrong("/template", "\"template\" must be an object: a name record with variables");
    record_template t;
    t.value_ = value;
    // With the shortest name and one with characters that a URL does not have.
    for (const std::string_view urn : {"urn:example:a", "urn:example:a/b%C3%A9'1"}) {
        if (auto fine = t.expand(urn, ""); !fine) return std::unexpected{std::move(fine.error())};
    }
    return t;
}

std::expected<name_record, problem> record_template::expand(std::string_view urn, std::string_view prefix) const {
    if (empty()) return name_record{};
    const values of = values_of(urn, prefix);
    json::value made = value_;
    for (json::member &m : *made.if_object()) {
        if (m.name == "locators") {
            if (auto fine = expand_locators(m.value, of); !fine) return std::unexpected{std::move(fine.error())};
        } else if (m.name == "metadata") {
            expand_texts(m.value, of);
        }
    }
    auto record = record_from_json(made);
    if (!record) {
        problem &p = record.error();
        p.offset.reset(); // it is in what the template makes
        p.pointer = "/template" + p.pointer.value_or("");
        p.detail = "the template makes, for \"" + std::string(urn) + "\": " + p.detail;
    }
    return record;
}

std::string record_template::text() const { return empty() ? std::string{} : json::to_text(value_); }

} // namespace uniform::resolver
