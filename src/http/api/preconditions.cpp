#include "http/api/preconditions.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/hex.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/try.hpp"
#include "http/api/problem_response.hpp"
#include "http/engine/http_message.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;
using service::named_versions;

namespace {

struct entity_tag {
    std::string_view opaque; // with its quotation marks
    bool weak = false;
};

struct entity_tags {
    bool any = false; // "*"
    std::vector<entity_tag> list = {};
};

// RFC 9110 8.8.3: entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE. A comma may be inside.
bool read_tag(std::string_view &text, entity_tag &tag) {
    tag.weak = text.starts_with("W/");
    if (tag.weak) text.remove_prefix(2);
    if (!text.starts_with('"')) return false;
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return false;
    tag.opaque = text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    const auto is_etagc = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == 0x21 || (byte >= 0x23 && byte != 0x7F);
    };
    return std::ranges::all_of(tag.opaque.substr(1, end - 1), is_etagc);
}

// RFC 9110 5.6.1.2: a list may contain empty elements. 13.1.1: "*" is not an element of a list.
bool read_tags(std::string_view text, entity_tags &out) {
    const auto skip = [&text] { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); };
    for (;;) {
        skip();
        if (text.empty()) return true;
        if (text.front() == '*') {
            out.any = true;
            text.remove_prefix(1);
        } else if (text.front() != ',') {
            entity_tag tag;
            if (!read_tag(text, tag)) return false;
            out.list.push_back(tag);
        }
        skip();
        if (text.empty()) return true;
        if (text.front() != ',') return false;
        text.remove_prefix(1);
    }
}

// std::nullopt: the field is absent. Several of its lines are one list (RFC 9110 5.3).
std::optional<std::expected<entity_tags, problem>> tags_of(const request &r, std::string_view name) {
    entity_tags out;
    bool there = false;
    for (const field &f : r.fields) {
        if (!same_name(f.name, name)) continue;
        there = true;
        if (!read_tags(f.value, out)) {
            return refuse(problem_type::malformed,
                          std::string(name) + " must be \"*\" or a list of entity-tags, such as \"17\", \"18\"",
                          "RFC 9110 section 8.8.3");
        }
    }
    if (!there) return std::nullopt;
    if (out.any && !out.list.empty()) {
        return refuse(problem_type::malformed, std::string(name) + " must be either \"*\" or a list of entity-tags",
                      "RFC 9110 section 13.1");
    }
    return out;
}

// The versions whose entity-tags these are: see etag_of(). After ":" stands what else a representation depends on,
// which no change is about: the registrar that is responsible for a name.
named_versions versions_of(const entity_tags &tags, bool strong) {
    named_versions out{.any = tags.any};
    for (const entity_tag &t : tags.list) {
        if (strong && t.weak) continue; // RFC 9110 13.1.1: If-Match compares strongly
        const std::string_view inside = std::string_view{t.opaque}.substr(1, t.opaque.size() - 2);
        const std::string_view digits = inside.substr(0, inside.find(':'));
        std::uint64_t number = 0;
        const auto [stop, why] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (why == std::errc{} && stop == digits.data() + digits.size() && std::to_string(number) == digits) {
            out.numbers.push_back(number);
        }
    }
    return out;
}

bool matches(const entity_tags &tags, std::string_view opaque, bool strong) {
    const auto same = [&](const entity_tag &t) { return !(strong && t.weak) && t.opaque == opaque; };
    return tags.any || std::ranges::any_of(tags.list, same);
}

} // namespace

std::expected<service::precondition, problem> precondition_of(const request &r) {
    service::precondition out;
    if (auto tags = tags_of(r, "If-Match")) {
        UNIFORM_CHECK(*tags);
        out.match = versions_of(**tags, true);
    }
    if (auto tags = tags_of(r, "If-None-Match")) {
        UNIFORM_CHECK(*tags);
        out.none_match = versions_of(**tags, false);
    }
    return out;
}

std::expected<std::optional<store::history_head>, problem> required_event(const request &r) {
    const auto is_it = [](const field &f) { return same_name(f.name, "If-History"); };
    const auto fields = std::ranges::count_if(r.fields, is_it);
    if (fields == 0) return std::nullopt;
    // One that is ignored would protect nobody.
    const auto head = store::history_head_from(r.value("If-History"));
    if (!head || fields != 1) {
        return refuse(problem_type::malformed,
                      "If-History must be an event as the response field History has it: NUMBER:HASH");
    }
    return head;
}

std::string body_digest(std::string_view body) {
    std::uint64_t h = 0xCBF29CE484222325U;
    for (const char c : body) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return base::to_hex(h, 16);
}

void apply_preconditions(response &out, const request &r) {
    if (out.status != 200 || (r.method != "GET" && r.method != "HEAD")) return; // RFC 9110 13.2.1
    const auto at = std::ranges::find(out.fields, "ETag", &std::pair<std::string, std::string>::first);
    if (at == out.fields.end()) return;
    const std::string_view tag = at->second; // all entity-tags of this service are strong
    if (const auto wanted = tags_of(r, "If-Match"); wanted && *wanted && !matches(**wanted, tag, true)) {
        out = to_response({.type = problem_type::precondition_failed,
                           .detail = "the precondition failed: the current entity-tag is " + std::string(tag),
                           .rule = "RFC 9110 section 13.1.1"},
                          r);
        return;
    }
    const auto known = tags_of(r, "If-None-Match");
    if (!known || !*known || !matches(**known, tag, false)) return; // 13.1.2: weak comparison
    out.status = 304;
    out.body.clear();
    // RFC 9110 15.4.5: what describes the representation is not repeated, but what caches need is.
    std::erase_if(out.fields, [](const auto &f) { return f.first == "Content-Type" || f.first == "Link"; });
}

} // namespace uniform::http
