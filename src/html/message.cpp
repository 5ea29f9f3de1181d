#include <uniform/html/message.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>

#include "html/heading.hpp"
#include "html/transfer_encoding.hpp"

namespace uniform::html {

namespace {

constexpr std::string_view default_base = "thismessage:/"; // RFC 2557 5: if nothing else determines one

// A body and its context.
struct entity {
    std::string_view text; // header section and body
    std::string number;
    std::optional<std::size_t> parent;
    unsigned depth = 0;
    std::string_view default_type = "text/plain"; // RFC 2045 5.2; RFC 2046 5.1.5 for multipart/digest
};

// The bodies between the boundary lines of a multipart (RFC 2046 5.1.1).
struct body_parts {
    std::vector<std::string_view> parts;
    bool found = false; // a boundary line
};

body_parts split(std::string_view body, std::string_view boundary) {
    body_parts result;
    std::optional<std::size_t> begin;
    const auto close = [&](std::size_t line) {
        if (!begin) return;
        // The line break before the boundary belongs to it.
        std::size_t end = line;
        if (end > *begin && body[end - 1] == '\n') --end;
        if (end > *begin && body[end - 1] == '\r') --end;
        result.parts.push_back(body.substr(*begin, end - *begin));
        begin.reset();
    };
    for (std::size_t line = 0; line < body.size();) {
        const auto lf = body.find('\n', line);
        const std::size_t next = lf == std::string_view::npos ? body.size() : lf + 1;
        std::string_view text = body.substr(line, next - line);
        if (text.starts_with("--") && text.substr(2).starts_with(boundary)) {
            text.remove_prefix(2 + boundary.size());
            const bool last = text.starts_with("--");
            if (last) text.remove_prefix(2);
            if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
                result.found = true;
                close(line);
                if (last) return result; // the rest is the epilogue
                begin = next;
            }
        }
        line = next;
    }
    close(body.size()); // truncated
    return result;
}

class reader {
public:
    reader(std::string_view message, const message_options &options, const part_callback &callback)
        : message_{message}, options_{options}, callback_{callback}, lines_{message} {}

    std::vector<message_part> read() {
        std::vector<entity> waiting; // the next one at the end
        waiting.push_back({message_, {}, {}});
        while (!waiting.empty() && parts_.size() < options_.max_parts) {
            const entity e = std::move(waiting.back());
            waiting.pop_back();
            one(e, waiting);
        }
        return std::move(parts_);
    }

private:
    void one(const entity &e, std::vector<entity> &waiting) {
        const heading fields{e.text};
        const std::string_view body = e.text.substr(fields.size());
        const content_type type{fields.value("content-type").value_or(std::string{e.default_type})};
        message_part part;
        part.number = e.number;
        part.content_type = type.name.empty() ? std::string{e.default_type} : type.name;
        part.begin = static_cast<std::uint64_t>(body.data() - message_.data());
        part.end = part.begin + body.size();
        part.line = lines_.at(part.begin).line;
        part.parent = e.parent;
        part.content_base = location(fields, "content-base");
        part.content_location = location(fields, "content-location");

        const bool multipart = part.content_type.starts_with("multipart/");
        const bool enclosed = part.content_type == "message/rfc822" || part.content_type == "message/global";
        if (multipart || enclosed) {
            if (e.depth >= options_.max_depth) {
                part.problem = part_problem::too_deep;
            } else if (enclosed) {
                waiting.push_back({body, e.number.empty() ? "1" : e.number + ".1", parts_.size(), e.depth + 1});
            } else {
                open(e, type, body, part, waiting);
            }
        } else if (part.content_type == "text/html" || part.content_type == "application/xhtml+xml") {
            document(fields, type, body, part);
        } else if (options_.text && part.content_type.starts_with("text/")) {
            std::string decoded;
            if (const auto text = decode(fields, body, part, decoded)) options_.text(part, *text);
        }
        parts_.push_back(std::move(part));
    }

    void open(const entity &e, const content_type &type, std::string_view body, message_part &part,
              std::vector<entity> &waiting) const {
        if (type.boundary.empty()) {
            part.problem = part_problem::no_boundary;
            return;
        }
        const body_parts inside = split(body, type.boundary);
        if (!inside.found) part.problem = part_problem::missing_boundary;
        const std::size_t room = options_.max_parts - std::min(options_.max_parts, parts_.size() + 1 + waiting.size());
        const std::size_t count = std::min(inside.parts.size(), room);
        if (count < inside.parts.size()) part.problem = part_problem::too_many;
        for (std::size_t i = count; i > 0; --i) {
            entity inner{inside.parts[i - 1], e.number, parts_.size(), e.depth + 1};
            if (!inner.number.empty()) inner.number += '.';
            inner.number += std::to_string(i);
            if (part.content_type == "multipart/digest") inner.default_type = "message/rfc822";
            waiting.push_back(std::move(inner));
        }
    }

    // The body, or what was decoded of it. std::nullopt if its encoding is unknown.
    static std::optional<std::string_view> decode(const heading &fields, std::string_view body, message_part &part,
                                                  std::string &decoded) {
        switch (decode_transfer(fields.value("content-transfer-encoding").value_or("7bit"), body, decoded)) {
        case transfer::identity:
            break;
        case transfer::broken:
            part.problem = part_problem::broken_encoding;
            [[fallthrough]];
        case transfer::decoded:
            part.encoded = true;
            return decoded;
        case transfer::unknown:
            part.problem = part_problem::unknown_encoding;
            return std::nullopt;
        }
        return body;
    }

    void document(const heading &fields, const content_type &type, std::string_view body, message_part &part) {
        std::string decoded;
        const auto readable = decode(fields, body, part, decoded);
        if (!readable) return;
        body = *readable;

        std::vector<std::optional<std::string_view>> entities;
        for (const message_part *around = &part;; around = &parts_[*around->parent]) {
            entities.push_back(absolute(around->content_base));
            entities.push_back(absolute(around->content_location));
            if (!around->parent) break;
        }
        const auto outside = options_.html.around.entities;
        entities.insert(entities.end(), outside.begin(), outside.end());
        reference_options options = options_.html;
        options.around.entities = entities;
        options.charset = type.charset;
        if (!options.around.application) options.around.application = default_base;

        const position start = part.encoded ? position{} : lines_.at(part.begin);
        const auto moved = [&](position p) {
            p.offset += start.offset;
            p.line += start.line - 1;
            return p;
        };
        const auto call = [&](const document_base &base, const reference &r) {
            if (part.encoded) return callback_(part, base, r);
            reference in_message = r;
            in_message.where = moved(r.where);
            in_message.end += start.offset;
            if (!r.target) in_message.error_offset += start.offset;
            callback_(part, base, in_message);
        };
        auto base = visit_references(body, options, call);
        if (!base) {
            part.problem = part_problem::refused;
            part.refusal = base.error();
            return;
        }
        if (base->element) base->element = moved(*base->element);
        part.base = *std::move(base);
    }

    [[nodiscard]] std::optional<std::string> location(const heading &fields, std::string_view name) const {
        const auto field = fields.value(name);
        if (!field) return std::nullopt;
        std::string value = uri_in_field(*field);
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') { // seen from some senders
            value = value.substr(1, value.size() - 2);
        }
        if (value.size() > options_.html.max_base) value.resize(options_.html.max_base + 1);
        return value;
    }

    // RFC 2557 5(b): a field that holds a relative reference, or none, gives no base; the next header section does.
    [[nodiscard]] std::optional<std::string_view> absolute(const std::optional<std::string> &field) const {
        if (!field || !parse_uri(*field, options_.html.parse)) return std::nullopt;
        return *field;
    }

    std::string_view message_;
    const message_options &options_;
    const part_callback &callback_;
    line_counter lines_;
    std::vector<message_part> parts_;
};

} // namespace

std::string_view message(part_problem p) noexcept {
    switch (p) {
    case part_problem::none:
        break;
    case part_problem::refused:
        return "the HTML of this part was not read";
    case part_problem::unknown_encoding:
        return "the Content-Transfer-Encoding is not 7bit, 8bit, binary, quoted-printable or base64";
    case part_problem::broken_encoding:
        return "the body does not match its Content-Transfer-Encoding; the part that could be decoded was read";
    case part_problem::no_boundary:
        return "a multipart without a boundary parameter";
    case part_problem::missing_boundary:
        return "the boundary of the multipart does not occur in its body";
    case part_problem::too_many:
        return "there are more parts than the limit";
    case part_problem::too_deep:
        return "parts are nested deeper than the limit";
    }
    return {};
}

std::vector<message_part> visit_message(std::string_view message, const message_options &options,
                                        const part_callback &callback) {
    return reader{message, options, callback}.read();
}

bool looks_like_message(std::string_view text) {
    text = text.substr(0, 16384);
    if (text.starts_with("From ")) { // the line before each message of a mailbox
        const auto lf = text.find('\n');
        text.remove_prefix(lf == std::string_view::npos ? text.size() : lf + 1);
    }
    const std::string_view fields = text;
    bool any = false;
    for (bool first = true; !text.empty(); first = false) {
        const auto lf = text.find('\n');
        std::string_view line = text.substr(0, lf);
        const bool cut = lf == std::string_view::npos;
        text.remove_prefix(cut ? text.size() : lf + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || cut) break;
        if (line.front() == ' ' || line.front() == '\t') { // folded
            if (first) return false;
            continue;
        }
        const std::size_t colon = field_name_size(line);
        if (colon == 0) return false;
        any = any || begins_with_word(line, "content-");
    }
    if (!any) return false;
    const heading all{fields};
    const std::string type = content_type{all.value("content-type").value_or("")}.name;
    const std::string encoding = ascii::lower_copy(all.value("content-transfer-encoding").value_or(""));
    return type.starts_with("multipart/") || type.starts_with("message/") || type == "text/html" ||
           type == "application/xhtml+xml" || encoding == "base64" || encoding == "quoted-printable";
}

} // namespace uniform::html
