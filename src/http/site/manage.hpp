// What the pages of name management share: reading forms, and pages with their problems. Pages call the functions of
// uniform/service/ that the API calls, so that each rule exists once.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

#include "http/api/router.hpp"
#include "http/pages/form.hpp"
#include "http/pages/page.hpp"

namespace uniform::http::manage {

/// The fields of a form of the name management.
class form : public pages::form {
public:
    form() = default;
    explicit form(pages::form f) : pages::form(std::move(f)) {}
    /// Of the body. Problems: malformed, if it cannot be decoded or has U+0000. Linear.
    [[nodiscard]] static std::expected<form, resolver::problem> of(const request_context &c);
    /// Of a query, which forms with the method GET send; empty if it cannot be decoded.
    [[nodiscard]] static form of_query(const request_context &c);

    /// value()
    [[nodiscard]] std::string_view operator[](std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND {
        return value(name);
    }
    [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
    /// A number; std::nullopt: absent or no number.
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view name) const noexcept {
        return number_of((*this)[name]);
    }
    /// Of a text; std::nullopt if it is none.
    [[nodiscard]] static std::optional<std::uint64_t> number_of(std::string_view text) noexcept;
};

/// The part of the name management to which a page belongs, for its navigation.
enum class part : std::uint8_t { names, assign, mint, reserve, lists, prefixes, registrars, transfers };

/// A page of the name management, with its navigation and the heading with this key of web/texts.
[[nodiscard]] pages::html_page page_of(const request_context &c, part at, std::string_view heading);
/// Its response, which no cache stores.
[[nodiscard]] response shown(const pages::html_page &p, std::string_view template_name, int status = 200);

/// Sets "problem" of the page, for _manage_problem.html: what is wrong, in the words of the API; and "error_NAME",
/// if the problem is about the member NAME of the form.
void set_problem(pages::html_page &p, const resolver::problem &why);
/// The same, and the response with the status of the problem.
[[nodiscard]] response refused(pages::html_page &p, const resolver::problem &why, std::string_view template_name);

/// The page for changing a name: "/manage/names/urn%3Aexample%3Aa".
[[nodiscard]] std::string page_of_name(std::string_view urn);
/// The title in the metadata; the first one, if there are several; "" if there is none.
[[nodiscard]] std::string title_of(const resolver::name_record &n);
/// The texts as a field of several lines has them, each with a line end.
[[nodiscard]] std::string on_lines(const std::vector<std::string> &texts);
/// A text of random characters, for an Idempotency-Key.
[[nodiscard]] std::string random_key();
/// A row of a list: "urn", "href", "heading", "state", "state_label", "url", "version".
[[nodiscard]] json::value row_of(const pages::html_page &p, std::string_view key, const resolver::name_record &n);

/// A list of <option>: "value", "label", "selected".
[[nodiscard]] json::value option(std::string_view value, std::string_view label, bool selected);

/// A text of the page in which "{}" stands for `what`.
[[nodiscard]] std::string text_with(const pages::html_page &p, std::string_view key, std::string_view what);

} // namespace uniform::http::manage
