#include "http/api/request_checks.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/pages/form.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

// In lower case, without white space around it.
std::string word_of(std::string_view text) { return ascii::lower_copy(ascii::trim(text)); }

// The requirement that the value of a parameter does not meet, as the end of a sentence; empty if it is valid.
std::string what_it_must_be(const parameter &p, std::string_view value) {
    switch (p.type) {
    case parameter_type::number: {
        const std::uint64_t most = p.most == 0 ? std::numeric_limits<std::uint64_t>::max() : p.most;
        std::uint64_t n = 0;
        const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), n);
        if (error == std::errc{} && stop == value.data() + value.size() && n >= p.least && n <= most) return {};
        return "be a whole number" +
               (p.most == 0 ? std::string{} : " from " + std::to_string(p.least) + " to " + std::to_string(p.most));
    }
    case parameter_type::boolean:
        return value.empty() || value == "true" || value == "false" ? "" : "be true or false";
    case parameter_type::choice: {
        std::string list;
        for (std::string_view rest = p.choices; !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            if (word == value || value.empty()) return {};
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            list += (list.empty() ? "" : rest.empty() ? " or " : ", ") + std::string(word);
        }
        return "be " + list;
    }
    case parameter_type::text:
        if (!value.empty() && value.size() < p.least) return "have at least " + std::to_string(p.least) + " characters";
        if (p.most != 0 && value.size() > p.most) return "have at most " + std::to_string(p.most) + " characters";
        return {};
    }
    return {};
}

// The media types of the row's content.
std::vector<std::string_view> media_types_of(const body_row &body) {
    std::vector<std::string_view> out;
    for (std::string_view rest = body.content; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const std::string_view type = word.substr(0, word.find('='));
        out.push_back(type.contains('/') ? type : std::string_view{"application/json"});
    }
    return out;
}

} // namespace

std::optional<problem> wrong_value(const parameter &p, std::string_view value) {
    const std::string must = what_it_must_be(p, value);
    if (must.empty()) return std::nullopt;
    return problem{.type = problem_type::invalid,
                   .detail = "the parameter \"" + std::string{p.name} + "\" must " + must};
}

std::string body_type_of(std::string_view content_type) {
    return word_of(content_type.substr(0, content_type.find(';')));
}

problem unreadable_query() {
    return {.type = problem_type::malformed,
            .detail = "the query is not percent-encoded UTF-8",
            .rule = "RFC 3986 section 2.1"};
}

std::optional<problem> unreadable_body(const request &r) {
    for (const field &f : r.fields) {
        const std::string name = word_of(f.name);
        if (name == "content-encoding") {
            // RFC 9110 8.4: a list; "identity" is no encoding
            for (std::string_view rest = f.value; !rest.empty();) {
                const std::string_view coding = rest.substr(0, rest.find(','));
                rest.remove_prefix(std::min(rest.size(), coding.size() + 1));
                if (const std::string word = word_of(coding); !word.empty() && word != "identity") {
                    return problem{.type = problem_type::unsupported_media_type,
                                   .detail = "unsupported content coding \"" + word + "\": send the body without one",
                                   .rule = "RFC 9110 section 8.4"};
                }
            }
        } else if (name == "content-type") {
            std::string_view rest = f.value;
            while (rest.contains(';')) {
                rest.remove_prefix(rest.find(';') + 1);
                const std::string parameter = word_of(rest.substr(0, rest.find(';')));
                if (!parameter.starts_with("charset=")) continue;
                const std::string_view charset = std::string_view{parameter}.substr(8);
                if (charset != "utf-8" && charset != "\"utf-8\"") {
                    return problem{.type = problem_type::unsupported_media_type,
                                   .detail = "unsupported charset: only UTF-8 is supported",
                                   .rule = "RFC 9110 section 8.3.2"};
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<query_pairs> pairs_of(std::string_view query) {
    query_pairs out;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        auto name = decode(pair.substr(0, equals));
        auto value = decode(pair.substr(std::min(equals + 1, pair.size())));
        if (!name || !value || !is_utf8(*name) || !is_utf8(*value)) return std::nullopt;
        if (name->contains('\0') || value->contains('\0')) return std::nullopt;
        out.emplace_back(std::move(*name), std::move(*value));
    }
    return out;
}

// If unknown parameters were ignored, "dry-run=true" would write.
std::optional<problem> wrong_query(const route &x, const query_pairs &query) {
    const auto row_of = [&](std::string_view name) -> const parameter * {
        const auto at = std::ranges::find(x.query, name, &parameter::name);
        return at == x.query.end() ? nullptr : *at;
    };
    for (auto at = query.begin(); at != query.end(); ++at) {
        const std::string &name = at->first;
        const parameter *const row = row_of(name);
        if (row == nullptr) {
            std::vector<std::string> names;
            for (const parameter *p : x.query) names.emplace_back(p->name);
            return problem{.type = problem_type::malformed,
                           .detail = "unknown parameter \"" + name + '"' + suggestion(name, names)};
        }
        if (std::any_of(query.begin(), at, [&](const auto &pair) { return pair.first == name; }))
            return problem{.type = problem_type::malformed, .detail = "duplicate parameter \"" + name + '"'};
        if (auto wrong = wrong_value(*row, at->second)) return wrong;
    }
    for (const parameter *p : x.query) {
        if (p->required &&
            std::ranges::find(query, p->name, &std::pair<std::string, std::string>::first) == query.end())
            return problem{.type = problem_type::malformed,
                           .detail = "missing parameter \"" + std::string(p->name) + '"'};
    }
    return std::nullopt;
}

std::string accepted_by(const route &x) {
    std::string list;
    for (const std::string_view type : media_types_of(x.body)) list += (list.empty() ? "" : ", ") + std::string(type);
    return list;
}

// A body that is read while it arrives is checked by its handler: the query may state its format.
std::optional<problem> wrong_media_type(const route &x, const request &r) {
    if (x.body.content.empty() || x.body.streamed || r.body.empty()) return std::nullopt;
    const std::string type = body_type_of(r.value("Content-Type"));
    const auto supported = media_types_of(x.body);
    if (std::ranges::find(supported, std::string_view{type}) != supported.end()) return std::nullopt;
    // RFC 6839 3.1: "+json" is JSON, unless the row states which of them it means.
    const bool json = std::ranges::find(supported, std::string_view{"application/json"}) != supported.end();
    const auto is_suffixed = [](std::string_view t) { return t.starts_with("application/") && t.ends_with("+json"); };
    if (json && is_suffixed(type) && std::ranges::none_of(supported, is_suffixed)) return std::nullopt;
    return problem{.type = problem_type::unsupported_media_type,
                   .detail = (type.empty() ? "missing media type" : "unsupported media type \"" + type + '"') +
                             "; supported media types: " + accepted_by(x),
                   .rule = "RFC 9110 section 15.5.16"};
}

// A key that is ignored would make the client's retries unsafe.
std::optional<problem> misused_key(const route &x, const request &r) {
    if (x.method == "GET") return std::nullopt;
    const auto is_key = [](const field &f) {
        constexpr std::string_view name = "idempotency-key";
        return ascii::equal_ignoring_case(f.name, name);
    };
    const auto count = std::ranges::count_if(r.fields, is_key);
    if (count > 1) {
        return problem{.type = problem_type::malformed, .detail = "duplicate header field Idempotency-Key"};
    }
    if (const std::string_view key = r.value("Idempotency-Key"); count == 1 && (key.empty() || key == "\"\"")) {
        return problem{.type = problem_type::malformed,
                       .detail = "the header field Idempotency-Key must be a string that is not empty",
                       .rule = "draft-ietf-httpapi-idempotency-key-header section 2.1"};
    }
    if (count == 1 && x.method == "POST" && !x.idempotent && r.path.starts_with(root_of_api)) {
        return problem{.type = problem_type::malformed,
                       .detail =
                           "this operation does not accept an Idempotency-Key: a retry would be carried out again"};
    }
    return std::nullopt;
}

std::optional<problem> broken_form(const route &x, const request &r) {
    if (r.path.starts_with(root_of_api) || r.body.empty()) return std::nullopt;
    if (auto wrong = unreadable_body(r)) return wrong;
    if (auto wrong = wrong_media_type(x, r)) return wrong;
    if (body_type_of(r.value("Content-Type")) != form_media_type) return std::nullopt;
    auto f = pages::form::read(r.body);
    if (f) return std::nullopt;
    return std::move(f.error());
}

} // namespace uniform::http
