// The common part of the pages of name management: reading forms, and pages with their problems. Pages call the
// functions of uniform/service/ that the API calls, so that each rule exists once.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/records.hpp>

#include "http/api/router.hpp"
#include "http/pages/form.hpp"
#include "http/pages/page.hpp"
#include "http/pages/page_with.hpp"

namespace uniform::http::manage {

using pages::member;
using pages::members_of;

/// The fields of a form of the name management.
class form : public pages::form {
public:
    form() = default;
    explicit form(pages::form f) : pages::form(std::move(f)) {}
    /// The form in the body. Problems: malformed, if it cannot be decoded or has U+0000. Linear.
    [[nodiscard]] static std::expected<form, resolver::problem> of(const request_context &c);
    /// The form in a query, which forms with the method GET send; empty if it cannot be decoded.
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
    /// The value of the button "do" that the form was sent with. Problems: invalid, if it is none of these.
    [[nodiscard]] std::expected<std::string_view, resolver::problem>
    button(std::initializer_list<std::string_view> of_these) const UNIFORM_LIFETIMEBOUND;
    /// The number that a text is; std::nullopt if it is none.
    [[nodiscard]] static std::optional<std::uint64_t> number_of(std::string_view text) noexcept;
};

/// The JSON in a field; std::nullopt: the field has none. Problem: invalid, with the pointer of the field and the
/// offset in its text.
[[nodiscard]] std::expected<std::optional<json::value>, resolver::problem> json_in(const form &f,
                                                                                   std::string_view name);
/// The precondition by the version that the form was made from; without one, that no version exists.
[[nodiscard]] service::precondition condition_in(const form &f);

/// The part of the name management to which a page belongs, for its navigation.
enum class part : std::uint8_t {
    names,
    assign,
    mint,
    reserve,
    lists,
    namespaces,
    prefixes,
    registrars,
    transfers,
    findings
};

/// A link of the navigation, _manage.html.
struct navigation_row {
    std::string_view href = {};
    std::string label = {};
    bool is_current = false;

    static constexpr std::tuple members{member{"href", &navigation_row::href}, member{"label", &navigation_row::label},
                                        member{"is_current", &navigation_row::is_current}};
};

/// The problem in the words of the API, for _manage_problem.html.
struct problem_section {
    std::string heading = {};
    std::string detail = {};
    std::string rule = {};
    std::string meaning = {};  ///< the page of the problem type
    std::string existing = {}; ///< the name that there is already
    std::string existing_href = {};

    static constexpr std::tuple members{
        member{"heading", &problem_section::heading},   member{"detail", &problem_section::detail},
        member{"rule", &problem_section::rule},         member{"meaning", &problem_section::meaning},
        member{"existing", &problem_section::existing}, member{"existing_href", &problem_section::existing_href}};
};

/// The content that the pages of the name management, of registration and of operation share: a part `common` of
/// their models. What a page has no use for stays empty.
struct common_part {
    std::vector<navigation_row> parts = {};
    std::string heading = {};
    std::string key = {};  ///< against sending a form twice
    std::string done = {}; ///< the outcome of the form before
    std::optional<problem_section> problem = {};

    static constexpr std::tuple members{member{"parts", &common_part::parts}, member{"heading", &common_part::heading},
                                        member{"key", &common_part::key}, member{"done", &common_part::done},
                                        member{"problem", &common_part::problem}};
};

/// A page of the name management, with the heading with this key of web/texts; page_showing() adds what it shows.
[[nodiscard]] pages::html_page page_of(const request_context &c, std::string_view heading);
[[nodiscard]] common_part common_of(const request_context &c, const pages::html_page &p, part at,
                                    std::string_view heading);
[[nodiscard]] problem_section section_of(const resolver::problem &why);
/// The field of the form that the problem is about: NAME if its pointer is "/NAME" (RFC 6901); else empty. What is
/// deeper, the page of the form maps to its fields.
[[nodiscard]] std::string_view field_of(const resolver::problem &why) noexcept;
/// Makes a page the response to a form that was refused: with the fields that go with the problem, for no cache.
[[nodiscard]] response as_refused(response page, const resolver::problem &why);

/// A page of the name management whose model has a `common_part common`.
template <pages::model M>
[[nodiscard]] pages::page_with<M> page_showing(const request_context &c, part at, std::string_view heading) {
    pages::page_with<M> p{page_of(c, heading)};
    p.shows.common = common_of(c, p, at, heading);
    return p;
}
/// The response with a page, which no cache stores.
template <pages::model M>
[[nodiscard]] response shown(const pages::page_with<M> &p, int status = 200) {
    response out = p.response(status);
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}
/// The same with a problem, in the words of the API, and its status. The model has a part `common` with a `problem`,
/// for _manage_problem.html, and a text "error_NAME" for each member NAME of the form that may be wrong.
template <pages::model M>
[[nodiscard]] response refused(pages::page_with<M> &p, const resolver::problem &why) {
    p.shows.common.problem = section_of(why);
    if (const auto field = field_of(why); !field.empty()) {
        pages::set_text(p.shows, "error_" + std::string{field}, why.detail);
    }
    return as_refused(shown(p, resolver::status(why.type)), why);
}

/// The page for changing a name: "/manage/names/urn%3Aexample%3Aa".
[[nodiscard]] std::string page_of_name(std::string_view urn);
/// The page of names that were reserved together: "/manage/batches/12".
[[nodiscard]] std::string page_of_batch(std::string_view id);
/// The title in the metadata; the first one, if there are several; "" if there is none.
[[nodiscard]] std::string title_of(const resolver::name_record &n);
/// The texts as a field of several lines has them, each with a line end.
[[nodiscard]] std::string on_lines(const std::vector<std::string> &texts);
/// A text of random characters, for an Idempotency-Key.
[[nodiscard]] std::string random_key();
/// A name in a list.
struct name_row {
    std::string urn = {};
    std::string href = {};    ///< its page in the name management
    std::string heading = {}; ///< its title
    std::string_view state = {};
    std::string state_label = {};
    std::string version = {};
    std::string url = {}; ///< of its first locator

    static constexpr std::tuple members{member{"urn", &name_row::urn},
                                        member{"href", &name_row::href},
                                        member{"heading", &name_row::heading},
                                        member{"state", &name_row::state},
                                        member{"state_label", &name_row::state_label},
                                        member{"version", &name_row::version},
                                        member{"url", &name_row::url}};
};
[[nodiscard]] name_row row_of(const pages::html_page &p, std::string_view key, const resolver::name_record &n);

/// A row of _manage_differences.html.
struct difference {
    std::string label = {};
    std::string before = {};
    std::string after = {};

    static constexpr std::tuple members{member{"label", &difference::label}, member{"old", &difference::before},
                                        member{"new", &difference::after}};
};

/// The part of a form that shows a change which whoever filled it in has not seen, with _manage_differences.html.
struct conflict_part {
    bool conflict = false; ///< there is such a change
    std::vector<difference> differences = {};
    std::string changed_by = {};
    std::string changed_at = {};

    static constexpr std::tuple members{
        member{"conflict", &conflict_part::conflict}, member{"differences", &conflict_part::differences},
        member{"changed_by", &conflict_part::changed_by}, member{"changed_at", &conflict_part::changed_at}};
};
/// `last`: the event of the change, nullptr if it is not known.
[[nodiscard]] conflict_part conflict_of(std::vector<difference> differences, const store::event *last);

/// An <option>.
struct choice {
    std::string value = {};
    std::string label = {};
    bool selected = false;

    static constexpr std::tuple members{member{"value", &choice::value}, member{"label", &choice::label},
                                        member{"selected", &choice::selected}};
};

/// The words of a table: the label of each is the text whose key is `texts` and the word.
[[nodiscard]] std::vector<choice> choices_of(const pages::html_page &p, const auto &table, std::string_view texts,
                                             std::string_view chosen) {
    std::vector<choice> out;
    for (const auto &[value, name] : table) {
        out.push_back({.value = std::string{name},
                       .label = p.text(std::string{texts} + std::string{name}),
                       .selected = name == chosen});
    }
    return out;
}

/// A text of the page in which "{}" stands for `what`.
[[nodiscard]] std::string text_with(const pages::html_page &p, std::string_view key, std::string_view what);

} // namespace uniform::http::manage
