#include "json.hpp"

#include <array>

#include <uniform/urn_equivalence.hpp>

namespace uniform::command {

namespace {

constexpr bool plain(char c) noexcept {
    const auto u = static_cast<unsigned char>(c);
    return u >= 0x20 && u < 0x7F && c != '"' && c != '\\';
}

void append_escaped(std::string &out, unsigned char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\t':
        out += "\\t";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    default:
        out += "\\u00";
        out += digits[c >> 4];
        out += digits[c & 15];
    }
}

} // namespace

void append_json_string(std::string &out, std::string_view text, bool bytes) {
    out += '"';
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (plain(text[i])) continue;
        const auto u = static_cast<unsigned char>(text[i]);
        if (u >= 0x80 && !bytes) continue;
        out += text.substr(done, i - done);
        append_escaped(out, u);
        done = i + 1;
    }
    out += text.substr(done);
    out += '"';
}

void json_object::key(std::string_view name) {
    if (!first_) out_ += ", ";
    first_ = false;
    out_ += '"';
    out_ += name;
    out_ += "\": ";
}

json_object &json_object::text(std::string_view name, std::string_view value) {
    key(name);
    append_json_string(out_, value, bytes_);
    return *this;
}

json_object &json_object::maybe(std::string_view name, const std::optional<std::string_view> &value) {
    return value ? text(name, *value) : null(name);
}

json_object &json_object::number(std::string_view name, std::uint64_t value) {
    key(name);
    out_ += std::to_string(value);
    return *this;
}

json_object &json_object::boolean(std::string_view name, bool value) {
    key(name);
    out_ += value ? "true" : "false";
    return *this;
}

json_object &json_object::null(std::string_view name) {
    key(name);
    out_ += "null";
    return *this;
}

json_object json_object::object(std::string_view name) {
    key(name);
    json_object inner{out_, bytes_};
    inner.inner_ = true;
    return inner;
}

std::string &json_object::raw(std::string_view name) {
    key(name);
    return out_;
}

void json_object::end() {
    if (bytes_ && !inner_) boolean("bytes", true);
    out_ += '}';
}

void append_components(json_object &object, const reference_view &r) {
    object.maybe("scheme", r.scheme()).maybe("userinfo", r.userinfo()).maybe("host", r.host());
    if (const auto type = r.host_type()) {
        object.text("host_type", to_string(*type));
    } else {
        object.null("host_type");
    }
    object.maybe("port", r.port()).text("path", r.path()).maybe("query", r.query()).maybe("fragment", r.fragment());

    constexpr std::array rules{rule::scheme, rule::authority, rule::userinfo, rule::host,
                               rule::port,   rule::path,      rule::query,    rule::fragment};
    json_object offsets = object.object("offsets");
    for (rule component : rules) {
        const auto where = r.where(component);
        if (!where) {
            offsets.null(to_string(component));
            continue;
        }
        std::string &out = offsets.raw(to_string(component));
        out += '[';
        out += std::to_string(where->begin);
        out += ", ";
        out += std::to_string(where->end);
        out += ']';
    }
    offsets.end();
}

void append_urn_components(json_object &object, const urn_view &u) {
    object.text("nid", u.nid()).text("nss", u.nss());
    object.maybe("r", u.r_component()).maybe("q", u.q_component()).maybe("f", u.f_component());
}

void append_urn(json_object &object, const urn_view &u) {
    append_urn_components(object, u);
    object.text("normalized", normalized_assigned_name(u));
}

void append_error(json_object &object, const error &e, std::string_view in, std::string_view message) {
    json_object inner = object.object("error");
    if (!in.empty()) inner.text("in", in);
    inner.text("code", to_string(e.code)).number("offset", e.offset);
    if (e.rule == rule::none) {
        inner.null("rule").null("document").null("section");
    } else {
        inner.text("rule", to_string(e.rule, e.edition));
        inner.text("document", e.document()).text("section", e.section());
    }
    inner.text("message", message.empty() ? e.message() : message);
    inner.end();
}

} // namespace uniform::command
