// The metadata of the resource of a name: a JSON object.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The metadata of a name. Its text is what the store has and what responses contain, unchanged; few requests need its
/// members, so it is parsed when they are first asked for, and only then. Copies share text and value. Threads can read
/// the same object.
class metadata {
public:
    metadata() = default;
    /// A JSON object as json::writer writes it; empty: none.
    metadata(std::string text);      // NOLINT(google-explicit-constructor)
    metadata(std::string_view text); // NOLINT(google-explicit-constructor)
    metadata(const char *text);      // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool empty() const noexcept { return content_ == nullptr; }
    [[nodiscard]] const std::string &text() const & noexcept UNIFORM_LIFETIMEBOUND;
    [[nodiscard]] std::string text() const && { return static_cast<const metadata &>(*this).text(); }
    /// The object; null for empty metadata, and for a text that is no JSON. Cost: parses once, linear in the text.
    [[nodiscard]] const json::value &value() const &UNIFORM_LIFETIMEBOUND;
    [[nodiscard]] json::value value() const && { return static_cast<const metadata &>(*this).value(); }

    /// Compares the texts.
    friend bool operator==(const metadata &a, const metadata &b) noexcept {
        return a.content_ == b.content_ || a.text() == b.text();
    }

private:
    struct content;
    std::shared_ptr<const content> content_;
};

/// Whether both have the same members in whatever order: an object is an unordered collection (RFC 8259 section 1).
/// Cost: O(n log n) in texts of the same length, which are parsed; else constant.
[[nodiscard]] bool have_same_members(const metadata &a, const metadata &b);

} // namespace resolver
} // namespace uniform
