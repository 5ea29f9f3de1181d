#include <uniform/resolver/linkset.hpp>

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/uri/parse.hpp>

#include "resolver/schema_classes.hpp"

namespace uniform::resolver {

namespace {

// Browsers and programs of others follow the links that a registrar writes: never a script, nor data that pretends to
// come from here (RFC 3986 7.3; RFC 8288 5).
bool leads_to_something(std::string_view text) {
    const auto is = parse_uri(text);
    if (!is) return false;
    static constexpr std::array<std::string_view, 4> schemes{"http", "https", "urn", "doi"};
    return std::ranges::any_of(schemes,
                               [&](std::string_view s) { return ascii::equal_ignoring_case(is->scheme(), s); });
}

// A member of the metadata that is a URI, or a list of which some are. `meant` gives the URIs of other words.
void add_uris(std::vector<web_link> &links, const json::value &metadata, const char *member, const char *relation,
              std::string_view (*meant)(std::string_view) = nullptr) {
    const json::value *const value = metadata.find(member);
    if (value == nullptr) return;
    const auto add = [&](const json::value &v) {
        if (!v.is_string()) return;
        const std::string &text = *v.if_string();
        const std::string_view known = meant != nullptr ? meant(text) : std::string_view{};
        if (known.empty() && !leads_to_something(text)) return;
        web_link l{.relation = relation, .target = known.empty() ? text : std::string(known)};
        if (std::ranges::find(links, l) == links.end()) links.push_back(std::move(l));
    };
    add(*value);
    for (const json::value &each : value->elements()) add(each);
}

} // namespace

std::vector<web_link> links_of(std::string_view urn, const name_record &r, std::span<const locator *const> locators,
                               const own_urls &at) {
    std::vector<web_link> links;
    links.push_back({.relation = "cite-as", .target = std::string(urn)});
    links.push_back({.relation = "describedby", .target = at.record, .media_type = "application/json"});
    links.push_back({.relation = "describedby", .target = at.page, .media_type = "text/html"});
    links.push_back({.relation = "linkset", .target = at.linkset, .media_type = "application/linkset+json"});
    add_uris(links, r.metadata.value(), "type", "type", schema_class_of);
    add_uris(links, r.metadata.value(), "license", "license");
    add_uris(links, r.metadata.value(), "creator", "author");
    if (!r.predecessor.empty()) links.push_back({.relation = "predecessor-version", .target = r.predecessor});
    if (!r.successor.empty()) links.push_back({.relation = "successor-version", .target = r.successor});
    for (const std::string &n : r.other_names) links.push_back({.relation = "alternate", .target = n});
    for (const locator *l : locators) {
        links.push_back({.relation = "item", .target = l->url, .media_type = l->media_type, .language = l->language});
    }
    return links;
}

std::string link_field(std::span<const web_link> links, std::size_t limit) {
    std::string out;
    for (const web_link &l : links) {
        std::string one = "<" + l.target + ">; rel=\"" + l.relation + '"';
        if (!l.media_type.empty() && !l.media_type.contains('"')) one += "; type=\"" + l.media_type + '"';
        if (!l.language.empty()) one += "; hreflang=\"" + l.language + '"';
        if (out.size() + one.size() + 2 > limit) break;
        if (!out.empty()) out += ", ";
        out += one;
    }
    return out;
}

std::string linkset_json(std::string_view anchor, std::span<const web_link> links) {
    std::string out;
    json::writer w{out};
    w.begin_object().key("linkset").begin_array().begin_object().member("anchor", anchor);
    std::vector<std::string_view> relations;
    for (const web_link &l : links) {
        if (std::ranges::find(relations, l.relation) == relations.end()) relations.push_back(l.relation);
    }
    for (const std::string_view relation : relations) {
        w.key(relation).begin_array();
        for (const web_link &l : links) {
            if (l.relation != relation) continue;
            w.begin_object().member("href", l.target).member_if("type", l.media_type);
            // RFC 9264 4.2.4.1: an array
            if (!l.language.empty()) w.key("hreflang").begin_array().string(l.language).end_array();
            w.end_object();
        }
        w.end_array();
    }
    w.end_object().end_array().end_object();
    return out;
}

} // namespace uniform::resolver
