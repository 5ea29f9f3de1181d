#include "http/site/multipart.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/refusal.hpp>

namespace uniform::http {

namespace {

constexpr std::size_t most_parts = 100;
constexpr std::size_t longest_boundary = 70; // RFC 2046 5.1.1

// A parameter of a header field: name="value" or name=value.
std::string parameter_of(std::string_view field, std::string_view name) {
    for (std::size_t at = field.find(';'); at != std::string_view::npos;) {
        std::string_view rest = ascii::trim(field.substr(at + 1));
        const std::size_t equals = std::min(rest.find('='), rest.size());
        const bool is_it = ascii::equal_ignoring_case(ascii::trim(rest.substr(0, equals)), name);
        rest.remove_prefix(std::min(rest.size(), equals + 1));
        std::string value;
        std::size_t end = 0;
        if (rest.starts_with('"')) {
            for (end = 1; end < rest.size() && rest[end] != '"'; ++end) {
                if (rest[end] == '\\' && end + 1 < rest.size() && (rest[end + 1] == '"' || rest[end + 1] == '\\'))
                    ++end;
                value += rest[end];
            }
        } else {
            end = std::min(rest.find(';'), rest.size());
            value = ascii::trim(rest.substr(0, end));
        }
        if (is_it) return value;
        const std::size_t next = rest.find(';', end);
        if (next == std::string_view::npos) break;
        field = rest;
        at = next;
    }
    return {};
}

// The header fields of a part, of which only Content-Disposition is read (RFC 7578 4.2).
void read_fields(std::string_view head, form_part &part) {
    while (!head.empty()) {
        const std::string_view line = head.substr(0, head.find("\r\n"));
        head.remove_prefix(std::min(head.size(), line.size() + 2));
        const std::size_t colon = std::min(line.find(':'), line.size());
        constexpr std::string_view disposition = "content-disposition";
        if (!ascii::equal_ignoring_case(line.substr(0, colon), disposition)) continue;
        part.name = parameter_of(line.substr(colon), "name");
        part.file = parameter_of(line.substr(colon), "filename");
        if (const auto slash = part.file.find_last_of("/\\"); slash != std::string::npos) part.file.erase(0, slash + 1);
    }
}

} // namespace

std::optional<std::vector<form_part>> parts_of(std::string_view content_type, std::string_view body) {
    constexpr std::string_view type = "multipart/form-data";
    if (!ascii::starts_with_ignoring_case(content_type, type)) return std::nullopt;
    const std::string boundary = parameter_of(content_type, "boundary");
    if (boundary.empty() || boundary.size() > longest_boundary) return std::nullopt;
    const std::string delimiter = "\r\n--" + boundary;
    std::vector<form_part> out;
    if (!body.starts_with(std::string_view{delimiter}.substr(2))) return std::nullopt;
    body.remove_prefix(delimiter.size() - 2);
    for (;;) {
        if (body.starts_with("--")) return out;
        if (!body.starts_with("\r\n") || out.size() == most_parts) return std::nullopt;
        body.remove_prefix(2);
        form_part &part = out.emplace_back();
        const std::size_t head = body.find("\r\n\r\n");
        if (head == std::string_view::npos) return std::nullopt;
        read_fields(body.substr(0, head), part);
        body.remove_prefix(head + 2); // the content may be empty: its delimiter begins with this line end
        const std::size_t end = body.find(delimiter);
        if (end == std::string_view::npos) return std::nullopt;
        part.content = end < 2 ? std::string_view{} : body.substr(2, end - 2);
        body.remove_prefix(end + delimiter.size());
    }
}

std::expected<std::vector<form_part>, resolver::problem> parts_of(const request &q) {
    auto parts = parts_of(q.value("Content-Type"), q.body);
    if (!parts) {
        return refuse(resolver::problem_type::malformed, "the body is no complete multipart/form-data", "RFC 7578");
    }
    return std::move(*parts);
}

const form_part *find_part(const std::vector<form_part> &parts, std::string_view name) noexcept {
    const auto at = std::ranges::find(parts, name, &form_part::name);
    return at == parts.end() ? nullptr : &*at;
}

} // namespace uniform::http
