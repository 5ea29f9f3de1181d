#include "uri/whatwg_print.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "print/words.hpp"

namespace uniform::cli {

namespace {

constexpr std::string_view url_standard = "URL Standard";

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

constexpr std::string_view one_parameter = "searchParams.";

const auto *web_text_of(std::string_view name) {
    const auto *const found = std::ranges::find(web_texts, name, &decltype(web_texts)::value_type::first);
    return found == web_texts.end() ? nullptr : found;
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

std::expected<web_template, template_fault> web_template::read(std::string_view text) {
    auto pieces = split_template(text);
    if (!pieces) return std::unexpected{std::move(pieces.error())};
    for (const template_piece &piece : *pieces) {
        const std::string_view name = piece.text;
        if (!piece.is_name || name == "href" || name == "origin" || name == "input" || web_text_of(name) != nullptr ||
            (name.starts_with(one_parameter) && name.size() > one_parameter.size()))
            continue;
        std::string says = "unknown member " + in_quotes(name) + " of the URL API; the names are href, origin, ";
        for (const auto &[known, member] : web_texts) says.append(known).append(", ");
        return std::unexpected{template_fault{piece.offset, says + "searchParams.KEY and input"}};
    }
    web_template result;
    result.pieces_ = *std::move(pieces);
    return result;
}

void web_template::append(std::string &out, const whatwg::url_view &u, std::string_view input) const {
    for (const template_piece &piece : pieces_) {
        const std::string_view name = piece.text;
        if (!piece.is_name) {
            out += name;
        } else if (name == "href") {
            out += u.href();
        } else if (name == "origin") {
            out += u.origin();
        } else if (name == "input") {
            out += input;
        } else if (const auto *text = web_text_of(name); text != nullptr) {
            out += (u.*(text->second))();
        } else {
            out += u.search_params().get(name.substr(one_parameter.size())).value_or(std::string_view{});
        }
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
