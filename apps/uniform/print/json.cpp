#include "print/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include <uniform/uri/host.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/urn/equivalence.hpp>

#include "print/host_forms.hpp"
#include "print/inner_components.hpp"

namespace uniform::cli {

namespace {

// Writes into room that the caller has made. The parts of a valid reference need no escapes in JSON: RFC 3986 2 permits
// neither a quotation mark, a backslash, control characters nor octets beyond US-ASCII; those of RFC 3987 are UTF-8, as
// JSON is.
class component_writer {
public:
    explicit component_writer(char *out) noexcept : out_{out} {}

    template <std::size_t N>
    component_writer &put(const char (&text)[N]) noexcept {
        std::memcpy(out_, text, N - 1);
        out_ += N - 1;
        return *this;
    }
    component_writer &put(std::string_view text) noexcept {
        if (!text.empty()) std::memcpy(out_, text.data(), text.size()); // data() may be null
        out_ += text.size();
        return *this;
    }
    // ", \"name\": " was put.
    void value(const std::optional<std::string_view> &v) noexcept {
        if (v) {
            put("\"").put(*v).put("\"");
        } else {
            put("null");
        }
    }
    void offsets(const char *text, const std::optional<std::string_view> &v) noexcept {
        if (!v) {
            put("null");
            return;
        }
        const auto begin = static_cast<std::uint32_t>(v->data() - text);
        put("[");
        number(begin);
        put(", ");
        number(begin + static_cast<std::uint32_t>(v->size()));
        put("]");
    }
    [[nodiscard]] char *end() const noexcept { return out_; }

private:
    void number(std::uint32_t n) noexcept {
        if (n < 10) {
            *out_++ = static_cast<char>('0' + n);
        } else if (n < 100) {
            *out_++ = static_cast<char>('0' + n / 10);
            *out_++ = static_cast<char>('0' + n % 10);
        } else {
            out_ = std::to_chars(out_, out_ + 10, n).ptr;
        }
    }

    char *out_;
};

// More than the names, "null"s, type of the host and offsets need together.
constexpr std::size_t component_room = 640;

char *put_components(char *out, const reference_view &r) noexcept {
    const char *const text = r.text().data();
    const auto scheme = r.scheme();
    const auto userinfo = r.userinfo();
    const auto host = r.host();
    const auto type = r.host_type();
    const auto port = r.port();
    const std::optional<std::string_view> path = r.path();
    const auto query = r.query();
    const auto fragment = r.fragment();
    component_writer w{out};
    w.put(", \"scheme\": ").value(scheme);
    w.put(", \"userinfo\": ").value(userinfo);
    w.put(", \"host\": ").value(host);
    w.put(", \"host_type\": ").value(type ? std::optional{to_string(*type)} : std::nullopt);
    w.put(", \"port\": ").value(port);
    w.put(", \"path\": ").value(path);
    w.put(", \"query\": ").value(query);
    w.put(", \"fragment\": ").value(fragment);
    w.put(", \"offsets\": {\"scheme\": ").offsets(text, scheme);
    w.put(", \"authority\": ").offsets(text, r.authority());
    w.put(", \"userinfo\": ").offsets(text, userinfo);
    w.put(", \"host\": ").offsets(text, host);
    w.put(", \"port\": ").offsets(text, port);
    w.put(", \"path\": ").offsets(text, path);
    w.put(", \"query\": ").offsets(text, query);
    w.put(", \"fragment\": ").offsets(text, fragment);
    w.put("}");
    return w.end();
}

} // namespace

void append_components(json_object &object, const reference_view &r) {
    std::string &out = object.more();
    const std::size_t before = out.size();
    const std::size_t room = before + component_room + r.text().size();
    out.resize_and_overwrite(
        room, [&](char *to, std::size_t) { return static_cast<std::size_t>(put_components(to + before, r) - to); });
}

void append_domain(json_object &object, const idna::domain_parts *parts) {
    for (const auto &[name, part] : domain_part_names) {
        const std::string_view text = parts == nullptr ? std::string_view{} : (parts->*part)();
        object.maybe(name, text.empty() ? std::nullopt : std::optional{text});
    }
    const std::pair<std::string_view, bool idna::domain_parts::*> facts[]{{"listed", &idna::domain_parts::listed},
                                                                          {"private", &idna::domain_parts::is_private}};
    for (const auto &[name, fact] : facts) {
        parts == nullptr ? object.null(name) : object.boolean(name, parts->*fact);
    }
}

void append_meaning(json_object &object, const reference_view &r, query_options q) {
    object.maybe("user", r.user()).maybe("password", r.password());
    object.maybe("options", login_options_of(r)).maybe("zoneid", zone_id_of(r));
    const scheme_info *info = r.has_scheme() ? scheme_registry::standard().find(*r.scheme()) : nullptr;
    info != nullptr && info->default_port ? object.number("default_port", *info->default_port)
                                          : object.null("default_port");

    const auto form = [&](host_form f) {
        std::string out;
        append_host(out, r.host().value_or(""), f);
        return out;
    };
    if (r.host() && !r.host()->empty()) {
        json_object forms = object.object("host_forms");
        forms.text("ascii", form(host_form::ascii)).text("unicode", form(host_form::unicode));
        forms.text("display", form(host_form::display));
        const auto parts = idna::domain_of(*r.host());
        append_domain(forms, parts ? &*parts : nullptr);
        forms.end();
    } else {
        object.null("host_forms");
    }

    // Percent-encoding in a valid reference can be decoded.
    using data = std::optional<std::string>;
    const auto decoded = [](std::optional<std::string_view> text) {
        return text ? data{decode(*text).value_or(std::string{*text})} : data{};
    };
    const auto host = [&] { // a host without data stays as it is written
        return r.host() ? data{decode_host(*r.host(), r.edition()).value_or(std::string{*r.host()})} : data{};
    };
    const std::pair<std::string_view, data> parts[]{
        {"user", decoded(r.user())}, {"password", decoded(r.password())}, {"host", host()},
        {"path", decoded(r.path())}, {"query", decoded(r.query())},       {"fragment", decoded(r.fragment())}};
    const auto segments = decoded_segments(r.path()).value_or(std::vector<std::string>{});
    const bool all_utf8 = std::ranges::all_of(parts, [](const auto &p) { return is_utf8(p.second.value_or("")); });
    json_object meaning{object.raw("decoded"), !all_utf8};
    for (const auto &[name, value] : parts) meaning.maybe(name, value);
    json::writer list{meaning.raw("segments"), json::layout::spaced, meaning.strings()};
    list.begin_array();
    for (const std::string &segment : segments) list.string(segment);
    list.end_array();
    meaning.end();

    std::string &out = object.raw("params");
    out += '[';
    const auto pairs = decoded_parameters(r.query().value_or(""), q).value_or(std::vector<decoded_parameter>{});
    for (const decoded_parameter &p : pairs) {
        if (&p != pairs.data()) out += ", ";
        json_object pair{out, !is_utf8(p.key) || !is_utf8(p.value.value_or(""))};
        pair.text("key", p.key).maybe("value", p.value);
        pair.end();
    }
    out += ']';
}

void append_parsed(std::string &out, const reference_view &r) {
    const std::size_t before = out.size();
    const std::size_t room = before + component_room + 2 * r.text().size();
    out.resize_and_overwrite(room, [&](char *to, std::size_t) {
        component_writer w{to + before};
        w.put("{\"input\": \"").put(r.text()).put("\", \"valid\": true");
        component_writer end{put_components(w.end(), r)};
        return static_cast<std::size_t>(end.put("}\n").end() - to);
    });
}

void append_urn_components(json_object &object, const urn_view &u) {
    object.text("nid", u.nid()).text("nss", u.nss());
    object.maybe("r", u.r_component()).maybe("q", u.q_component()).maybe("f", u.f_component());
}

void append_urn(json_object &object, const urn_view &u) {
    append_urn_components(object, u);
    object.text("normalized", normalized_assigned_name(u));
}

void append_error(json_object &object, const error &e, std::string_view in, std::string_view message,
                  std::string_view hint) {
    json_object inner = object.object("error");
    if (!in.empty()) inner.text("in", in);
    inner.text("code", to_string(e.code)).number("offset", e.offset);
    if (e.rule == rule::none && e.code != error_code::urn_base) {
        inner.null("rule").null("document").null("section");
    } else {
        if (e.rule == rule::none) {
            inner.null("rule");
        } else {
            inner.text("rule", to_string(e.rule, e.edition));
        }
        inner.text("document", e.document()).text("section", e.section());
    }
    inner.text("message", message.empty() ? e.message() : message);
    if (!hint.empty()) inner.text("hint", hint);
    inner.end();
}

} // namespace uniform::cli
