// Pages: what one shows is data, how it looks is a template of web/templates, its words are in web/texts. Nothing but
// this module knows the template engine, and no other code of the service writes HTML.
//
//     page_with<name_model> p{settings, request}; // page_with.hpp, model.hpp
//     p.title = "urn:example:a";
//     p.shows.name = urn;
//     return p.response();
//
// Templates are Mustache, and every value is escaped: a value is a text of somebody else, whatever it says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>

#include "http/engine/engine.hpp"
#include "http/pages/frame.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http {
struct settings;
} // namespace uniform::http

namespace uniform::http::pages {

/// A place of the navigation, which a page belongs to.
enum class area : std::uint8_t { none, front, workbench, registry, registration, manage, operation, account, api };

/// The scripts that a page may run; all others are refused by its Content-Security-Policy.
enum class scripts : std::uint8_t {
    none,
    plain, ///< those of this service
    own,   ///< those of this service, with WebAssembly
};

/// One page for one request, without its content, which page_with.hpp has.
class html_page {
public:
    /// @param s may be null; both must outlive the page
    html_page(const settings *s, const request &r) : in_{language_of(r)}, settings_{s}, request_{&r} {}

    std::string title = {}; ///< of the document; the heading of the page is a part of its template
    pages::area area = area::none;
    pages::scripts scripts = scripts::none;
    bool has_form = false; ///< one that is sent by POST: browsers then say which page sent it. So with a session
    std::vector<head_link> links = {};
    std::string back = {};    ///< where the choice of a language returns to; empty: the request's target
    std::string json_ld = {}; ///< for a <script> that is data: "<" must be escaped in it; empty: none

    [[nodiscard]] language in() const noexcept { return in_; }
    /// The text with this key in the language of the page.
    [[nodiscard]] std::string text(std::string_view key) const { return std::string{pages::text(in_, key)}; }
    /// A message of the service or the library in the language of the page, or as it is. Where a template shows it, it
    /// has {{message NAME}} instead, which marks what stays English.
    [[nodiscard]] std::string message(std::string_view of) const;

    /// The fields of a page, for a response that is made by others: Content-Security-Policy, Permissions-Policy,
    /// Referrer-Policy, Content-Language.
    void add_fields(http::response &r) const;
    /// The fields of requests on which every page depends, for Vary.
    static constexpr std::string_view varies_by = "Accept-Language, Cookie";

protected:
    /// The template filled with `data`, where an empty text is as false, and the frame. Linear; a template is parsed
    /// once for all requests.
    [[nodiscard]] std::string html_of(std::string_view template_name, json::value data) const;
    /// The response with it: Content-Type, and what add_fields() adds; without Cache-Control.
    [[nodiscard]] http::response response_of(std::string html, int status) const;

private:
    [[nodiscard]] frame frame_of() const;

    language in_;
    const settings *settings_;
    const request *request_;
};

/// The URL for a link to whom to ask: "mailto:" for an e-mail address, a URL as safe_link(); else empty.
[[nodiscard]] std::string contact_link(std::string_view contact);

/// The URL for a link: `url` if its scheme is http, https, mailto or ftp, or it is a path of this service; else empty,
/// so that no link runs a script.
[[nodiscard]] std::string safe_link(std::string_view url);

/// The detail of a problem beside a heading: without "HEADING: ", if it begins so, in whatever case.
[[nodiscard]] std::string_view detail_beside(std::string_view heading, std::string_view detail) noexcept;

} // namespace uniform::http::pages
