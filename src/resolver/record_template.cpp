#include <uniform/resolver/record_template.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/pointer.hpp>
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

// A string of the template: what it is called, and where it is.
struct place_in_template {
    std::string name; // "\"url\" of locator 2"
    std::string pointer;
};

std::unexpected<problem> unknown_variable(const place_in_template &at, std::string_view name,
                                          std::optional<std::size_t> offset) {
    return wrong(at.pointer,
                 at.name + " of the template has the unknown variable \"" + std::string(name) +
                     "\"; there are urn, nid, nss and suffix",
                 offset);
}

// Where an expression of a URI template names a variable.
std::optional<std::size_t> variable_position(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::string_view rest = text.substr(at + name.size());
        if (at > 0 && std::string_view{"{,+#./;?&"}.contains(text[at - 1]) && !rest.empty() &&
            std::string_view{"},*:"}.contains(rest.front())) {
            return at;
        }
    }
    return std::nullopt;
}

std::expected<std::string, problem> expanded_url(const json::value &url, const values &of,
                                                 const place_in_template &place) {
    const std::string &text = *url.if_string();
    const auto parsed = uri_template::parse(text);
    const auto failed = [&](const template_error &e) {
        return wrong(place.pointer, place.name + " of the template is no URI template: " + std::string(e.message),
                     e.offset, e.section.empty() ? "" : "RFC 6570 section " + std::string(e.section));
    };
    if (!parsed) return failed(parsed.error());
    template_variables variables;
    for (const std::string_view name : parsed->variables()) {
        const auto *const at = std::ranges::find(names, name);
        if (at == names.end()) return unknown_variable(place, name, variable_position(text, name));
        variables.emplace(name, std::string(of[static_cast<std::size_t>(at - names.begin())]));
    }
    auto url_of_name = parsed->expand(variables);
    if (!url_of_name) return failed(url_of_name.error());
    return std::move(*url_of_name);
}

// What stands between "{" and "}" at the beginning of a text, if it is written as a variable, perhaps with the operator
// or the modifier of a URI template (RFC 6570 2.2, 2.3, 2.4); otherwise it is text: "{}", "{a b}", "{\"x\":1}".
std::optional<std::string_view> variable_at(std::string_view text) {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text.substr(1, end - 1);
    std::string_view name = inside;
    if (!name.empty() && std::string_view{"+#./;?&=,!@|"}.contains(name.front())) name.remove_prefix(1);
    const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
        return ascii::is_alpha(c) || ascii::is_digit(c) || std::string_view{"_.%,*:"}.contains(c);
    });
    return is_name ? std::optional{inside} : std::nullopt;
}

std::expected<std::string, problem> expanded_text(std::string_view text, const values &of,
                                                  const place_in_template &place) {
    std::string out;
    for (std::size_t at = 0;;) {
        const auto open = std::min(text.find('{', at), text.size());
        out += text.substr(at, open - at);
        if (open == text.size()) return out;
        const auto variable = variable_at(text.substr(open));
        if (!variable) {
            out += '{';
            at = open + 1;
            continue;
        }
        const auto *const found = std::ranges::find(names, *variable);
        if (found == names.end()) return unknown_variable(place, *variable, open + 1);
        out += of[static_cast<std::size_t>(found - names.begin())];
        at = open + variable->size() + 2;
    }
}

// As deep as JSON may be nested (json::limits).
std::expected<void, problem> expand_texts(json::value &v, const values &of, const place_in_template &place) {
    if (const std::string *const text = v.if_string()) {
        auto made = expanded_text(*text, of, place);
        if (!made) return std::unexpected{std::move(made.error())};
        v = json::value{std::move(*made)};
    } else if (json::array *const items = v.if_array()) {
        for (std::size_t i = 0; i < items->size(); ++i) {
            auto fine = expand_texts((*items)[i], of, {place.name, json::pointer_to(place.pointer, i)});
            if (!fine) return fine;
        }
    } else if (json::object *const members = v.if_object()) {
        for (json::member &m : *members) {
            auto fine = expand_texts(m.value, of, {place.name, json::pointer_to(place.pointer, m.name)});
            if (!fine) return fine;
        }
    }
    return {};
}

std::expected<void, problem> expand_metadata(json::value &metadata, const values &of) {
    json::object *const members = metadata.if_object();
    if (members == nullptr) return {}; // record_from_json() says so
    for (json::member &m : *members) {
        auto fine = expand_texts(
            m.value, of, {"\"" + m.name + "\" of the metadata", json::pointer_to("/template/metadata", m.name)});
        if (!fine) return fine;
    }
    return {};
}

std::expected<void, problem> expand_values(json::value &all, const values &of) {
    json::array *const items = all.if_array();
    if (items == nullptr) return {}; // the same
    for (std::size_t i = 0; i < items->size(); ++i) {
        json::object *const members = (*items)[i].if_object();
        if (members == nullptr) continue;
        const auto at = std::ranges::find(*members, "value", &json::member::name);
        if (at == members->end()) continue;
        const std::string number = std::to_string(i);
        auto fine = expand_texts(
            at->value, of,
            {"\"value\" of typed value " + std::to_string(i + 1), "/template/values/" + number + "/value"});
        if (!fine) return fine;
    }
    return {};
}

std::expected<void, problem> expand_locators(json::value &locators, const values &of) {
    json::array *const all = locators.if_array();
    if (all == nullptr) return {}; // record_from_json() says so
    for (std::size_t i = 0; i < all->size(); ++i) {
        json::value &one = (*all)[i];
        json::value *url = &one;
        place_in_template place{"locator " + std::to_string(i + 1), "/template/locators/" + std::to_string(i)};
        if (json::object *const members = one.if_object()) {
            const auto at = std::ranges::find(*members, "url", &json::member::name);
            if (at == members->end()) continue;
            url = &at->value;
            place = {"\"url\" of " + place.name, place.pointer + "/url"};
        }
        if (!url->is_string()) continue;
        auto made = expanded_url(*url, of, place);
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
            if (auto fine = expand_metadata(m.value, of); !fine) return std::unexpected{std::move(fine.error())};
        } else if (m.name == "values") {
            if (auto fine = expand_values(m.value, of); !fine) return std::unexpected{std::move(fine.error())};
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
