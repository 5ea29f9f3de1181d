#include "uri/whatwg_print.hpp"

#include <array>
#include <utility>

#include "print/words.hpp"

namespace uniform::cli {

namespace {

constexpr std::string_view url_standard = "WHATWG URL Standard";

// The members that are texts, but for the origin.
constexpr std::array<std::pair<std::string_view, std::string_view (whatwg::url_view::*)() const noexcept>, 9> web_texts{
    {{"protocol", &whatwg::url_view::protocol},
     {"username", &whatwg::url_view::username},
     {"password", &whatwg::url_view::password},
     {"host", &whatwg::url_view::host},
     {"hostname", &whatwg::url_view::hostname},
     {"port", &whatwg::url_view::port},
     {"pathname", &whatwg::url_view::pathname},
     {"search", &whatwg::url_view::search},
     {"hash", &whatwg::url_view::hash}}};

void append_web_line(std::string &out, std::string_view name, std::string_view value) {
    constexpr std::size_t width = 10;
    out += name;
    if (!value.empty()) out.append(width - name.size(), ' ').append(printable(value));
    out += '\n';
}

} // namespace

void append_web_members(json_object &object, const whatwg::url_view &u) {
    object.text("href", u.href()).text("origin", u.origin());
    for (const auto &[name, member] : web_texts) object.text(name, (u.*member)());
    std::string &out = object.raw("searchParams");
    json::writer list{out, json::layout::spaced, object.strings()};
    list.begin_array();
    for (const auto &[name, value] : u.search_params()) list.begin_array().string(name).string(value).end_array();
    list.end_array();
}

void append_web_members(std::string &out, const whatwg::url_view &u, passwords show) {
    const without_password_text href{u.href(), show};
    append_web_line(out, "href", href.text());
    append_web_line(out, "origin", u.origin());
    for (const auto &[name, member] : web_texts) {
        const bool hides = name == "password" && show == passwords::hidden && !u.password().empty();
        append_web_line(out, name, hides ? std::string_view{"***"} : (u.*member)());
    }
    for (const auto &[name, value] : u.search_params()) {
        out.append("          ").append(printable(name)).append(" = ").append(printable(value));
        out += '\n';
    }
}

std::string message_of(const whatwg::validation_error &e) {
    std::string says{whatwg::message(e.kind)};
    return says.append(" (").append(whatwg::name(e.kind)).append(", ").append(url_standard).append(")");
}

void append_web_error(json_object &object, const whatwg::validation_error &e, std::string_view in) {
    json_object inner = object.object("error");
    if (!in.empty()) inner.text("in", in);
    inner.text("code", whatwg::name(e.kind)).number("offset", e.offset);
    inner.null("rule").text("document", url_standard).null("section").text("message", whatwg::message(e.kind));
    inner.end();
}

void reject_web(const batch_options &o, work &w, const input &r, const whatwg::failure &why) {
    const auto write_json = [&] {
        json_object object{w.out, !is_utf8(r.text)};
        object.text("input", r.text).boolean("valid", false);
        append_web_error(object, why);
        object.end_line();
    };
    reject(o, w, {.input = r.index, .why = {.offset = why.offset}, .message = message_of(why), .text = r.text},
           write_json, [&] { keep_unchanged(o, w, r); });
}

} // namespace uniform::cli
