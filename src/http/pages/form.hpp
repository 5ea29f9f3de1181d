// The content that a form of a page sends: application/x-www-form-urlencoded (the URL Standard, section 5.1).
//
//     UNIFORM_TRY(auto &f, pages::form::read(c.request.body));
//     if (f.value("label").empty()) f.refuse("label", "a label is needed");
//     if (f.has_errors()) {
//         f.show(p.shows.value, p.shows.error); // of a page_with<MODEL>
//         return p.response(422);
//     }
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>

#include "http/pages/model.hpp"

namespace uniform::http::pages {

/// The fields of a form in order, and what is wrong with them. A name may occur several times.
class form {
public:
    static constexpr std::size_t most_fields = 10'000;

    form() = default;
    /// Unlike the URL Standard's parser, refuses what is not UTF-8, and U+0000. CR LF becomes LF. Problem: malformed.
    /// Linear.
    [[nodiscard]] static std::expected<form, resolver::problem> read(std::string_view body);
    /// The opposite: a body. Linear.
    [[nodiscard]] std::string body() const;

    [[nodiscard]] std::string_view value(std::string_view name) const noexcept
        UNIFORM_LIFETIMEBOUND; ///< of the first one; else ""
    [[nodiscard]] std::vector<std::string_view> values(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const noexcept;
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>> &fields() const noexcept { return fields_; }
    void add(std::string name, std::string value) { fields_.emplace_back(std::move(name), std::move(value)); }
    void remove(std::string_view name);

    /// Notes what is wrong with a field, for people; the first remark about a field stays.
    void refuse(std::string_view name, std::string_view why);
    [[nodiscard]] bool has_errors() const noexcept { return !errors_.empty(); }

    /// Sets the texts of two models that have the names of fields: what was sent, and what is wrong with it. Linear in
    /// the fields and in the members.
    template <model M>
    void show(M &values, M &errors) const {
        // If several fields have one name, the first one is the last that is set.
        for (auto at = fields_.rbegin(); at != fields_.rend(); ++at) set_text(values, at->first, at->second);
        for (const auto &[name, why] : errors_) set_text(errors, name, why);
    }

private:
    std::vector<std::pair<std::string, std::string>> fields_;
    std::vector<std::pair<std::string, std::string>> errors_;
};

} // namespace uniform::http::pages
