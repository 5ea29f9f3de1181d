// Problems and lists as answers, and what handlers read of a request.

#include "http/router.hpp"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include <uniform/percent.hpp>
#include <uniform/resolver/negotiate.hpp>

#include "http/limits.hpp"
#include "http/resolve_representations.hpp"
#include "http/tokens.hpp"
#include "resolver/base64url.hpp"
#include "resolver/html.hpp"
#include "resolver/json_members.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

namespace html = resolver::html;
using html::escaped;

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string rule = {}) {
    return std::unexpected{problem{.type = type, .detail = std::move(detail), .rule = std::move(rule)}};
}

std::string page_of_problem(const problem &p, std::string_view id) {
    const std::string number = std::to_string(status(p.type));
    std::string out = html::head(number + " " + std::string(title(p.type)));
    out += "</head>\n<body>\n<main>\n<h1>" + escaped(title(p.type)) + "</h1>\n";
    if (!p.detail.empty()) out += "<p>" + escaped(p.detail) + "</p>\n";
    if (!p.rule.empty()) out += "<p>Rule: " + escaped(p.rule) + "</p>\n";
    out += "<p>Status " + number;
    if (!id.empty()) out += ", request " + escaped(id);
    const std::string name{to_string(p.type)};
    out += "</p>\n<p>" + html::link("/problems/" + name, "What this means") + "</p>\n";
    return out + "</main>\n</body>\n</html>\n";
}

// In lower case, without what stands around it.
std::string word_of(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    std::string word{text.substr(begin, text.find_last_not_of(" \t") + 1 - begin)};
    std::ranges::transform(word, word.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    return word;
}

bool is_json_type(std::string_view field) {
    const std::string type = body_type_of(field);
    return type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
}

bool is_plain_text(std::string_view text) { return is_utf8(text) && !text.contains('\0'); }

} // namespace

response to_response(const problem &p, const request &r) {
    response out{.status = status(p.type)};
    if (prefers_page(resolver::accept_list{r.value("Accept")})) {
        out.fields.emplace_back("Content-Type", "text/html; charset=utf-8");
        out.fields.emplace_back("Content-Security-Policy", html::security_policy);
        out.body = page_of_problem(p, r.id);
    } else {
        out.fields.emplace_back("Content-Type", "application/problem+json");
        out.body = resolver::to_json(p, r.id.empty() ? std::string{} : "/requests/" + std::string(r.id));
    }
    out.fields.emplace_back("Vary", "Accept");
    if (p.type == problem_type::unauthenticated) out.fields.emplace_back("WWW-Authenticate", challenge_of());
    if (p.type == problem_type::unavailable) out.fields.emplace_back("Retry-After", "2");
    return out;
}

std::string body_type_of(std::string_view content_type) {
    return word_of(content_type.substr(0, content_type.find(';')));
}

std::optional<problem> unreadable_body(const request &r) {
    for (const field &f : r.fields) {
        const std::string name = word_of(f.name);
        if (name == "content-encoding") {
            // RFC 9110 8.4: a list; "identity" says nothing
            for (std::string_view rest = f.value; !rest.empty();) {
                const std::string_view coding = rest.substr(0, rest.find(','));
                rest.remove_prefix(std::min(rest.size(), coding.size() + 1));
                if (const std::string word = word_of(coding); !word.empty() && word != "identity") {
                    return problem{.type = problem_type::unsupported_media_type,
                                   .detail = "bodies come without a content coding here, not as " + word,
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
                                   .detail = "text comes as UTF-8 here",
                                   .rule = "RFC 9110 section 8.3.2"};
                }
            }
        }
    }
    return std::nullopt;
}

response json_response(int status, std::string body) {
    response out{.status = status, .body = std::move(body)};
    out.fields.emplace_back("Content-Type", "application/json");
    return out;
}

std::expected<std::string_view, problem> optional_json_body(const call &c) {
    const std::string_view body = c.request.body;
    if (body.empty()) return body;
    if (!is_json_type(c.request.value("Content-Type"))) {
        return refuse(problem_type::unsupported_media_type, "the body of this request is application/json");
    }
    if (auto parsed = resolver::read_json(body, {.exact = true}); !parsed)
        return std::unexpected{std::move(parsed.error())};
    return body;
}

std::expected<std::string_view, problem> json_body(const call &c) {
    if (c.request.body.empty()) return refuse(problem_type::malformed, "this request needs a body of application/json");
    return optional_json_body(c);
}

std::string etag_of(std::uint64_t version) { return '"' + std::to_string(version) + '"'; }

store::origin origin_of(const call &c) {
    const std::string_view from = c.site.limits != nullptr ? c.site.limits->client_of(c.request) : c.request.remote;
    return {.who = c.who != nullptr ? c.who->id : "anyone", .from = std::string(from)};
}

std::expected<page, problem> page_of(const call &c) {
    page p;
    if (const auto limit = c.query_value("limit")) {
        const char *const end = limit->data() + limit->size();
        const auto [stop, why] = std::from_chars(limit->data(), end, p.limit);
        if (why != std::errc{} || stop != end || p.limit < 1 || p.limit > 1000) {
            return refuse(problem_type::invalid, "\"limit\" is a number from 1 to 1000");
        }
    }
    if (const auto after = c.query_value("after")) {
        auto text = resolver::from_base64url(*after);
        if (!text || !is_plain_text(*text)) {
            return refuse(problem_type::malformed, "\"after\" is no cursor that this service gave");
        }
        p.after = std::move(*text);
    }
    return p;
}

response list_response(const call &c, std::span<const std::string> items, std::string_view last) {
    std::string body = "{\"items\":[";
    for (const std::string &item : items) {
        if (&item != items.data()) body += ',';
        body += item;
    }
    body += ']';
    response out;
    if (!last.empty()) {
        const std::string cursor = resolver::to_base64url(last);
        std::string target{c.request.path};
        char before = '?';
        for (const auto &[name, value] : c.query) {
            if (name == "after") continue;
            target.append(1, before).append(encode_query_data(name)).append(1, '=').append(encode_query_data(value));
            before = '&';
        }
        target.append(1, before).append("after=").append(cursor);
        body += ",\"next\":\"" + cursor + "\"";
        out = json_response(200, {});
        // RFC 8288
        out.fields.emplace_back("Link", "<" + target + ">; rel=\"next\"");
    } else {
        out = json_response(200, {});
    }
    out.body = std::move(body) + "}";
    return out;
}

std::string_view call::path_value(std::string_view name) const noexcept {
    const auto at = std::ranges::find(path, name, &std::pair<std::string, std::string>::first);
    return at == path.end() ? std::string_view{} : std::string_view{at->second};
}

std::optional<std::string_view> call::query_value(std::string_view name) const noexcept {
    const auto at = std::ranges::find(query, name, &std::pair<std::string, std::string>::first);
    if (at == query.end()) return std::nullopt;
    return at->second;
}

} // namespace uniform::http
