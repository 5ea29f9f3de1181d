// JSON as clients send it: read strictly, with bounds, and with an error that says where.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <uniform/resolver/problem.hpp>

namespace uniform::resolver {

using json = nlohmann::ordered_json;

struct json_limits {
    std::size_t depth = 32;
    std::size_t values = 100'000; ///< of all kinds, names of members not counted
    bool exact = false;           ///< a number that would be rounded is a problem: invalid, with its pointer
};

/// One JSON text (RFC 8259). Problems: malformed, with the offset: no JSON, not UTF-8, a member twice in one object
/// (RFC 8259 section 4 leaves that open; here nobody has to guess which one counts), nested too deeply. Linear.
[[nodiscard]] std::expected<json, problem> read_json(std::string_view text, json_limits limits = {});

/// Takes the members of an object one by one, each with its type, and finally finds those that nobody took. The first
/// problem stays; what is asked for after it is not looked at.
class members {
public:
    /// `what` names the object in messages: "a delegation".
    members(std::string_view text, std::string_view what);
    template <std::same_as<json> J> // nothing that becomes JSON by itself
    members(J object, std::string_view what) : members(std::string_view{"{}"}, what) {
        take_object(std::move(object));
    }

    /// Each leaves `out` alone when the member is absent or null.
    members &text(std::string_view name, std::string &out, std::size_t max_size = 1000);
    members &texts(std::string_view name, std::vector<std::string> &out, std::size_t max_count = 1000,
                   std::size_t max_size = 1000);
    members &flag(std::string_view name, bool &out);
    members &integer(std::string_view name, std::int64_t &out, std::int64_t min, std::int64_t max);
    /// One of the words that `from` reads.
    template <class T, class F>
    requires std::invocable<F, std::string_view> members &word(std::string_view name, T &out, F from,
                                                               std::string_view choices) {
        std::string s;
        const bool given = has(name);
        text(name, s);
        if (!given || wrong_) return *this;
        if (const auto value = from(std::string_view{s})) {
            out = *value;
        } else {
            refuse(name, "is not one of " + std::string(choices));
        }
        return *this;
    }
    /// Another value, as it is; null when it is absent.
    [[nodiscard]] json take(std::string_view name);
    /// Present and not null.
    [[nodiscard]] bool has(std::string_view name) const;
    members &require(std::string_view name);
    void refuse(std::string_view name, std::string_view why);
    void refuse(problem p) {
        if (!wrong_) wrong_ = std::move(p);
    }

    /// After all were taken: the first problem, or the member that nobody took.
    [[nodiscard]] std::expected<void, problem> done();
    [[nodiscard]] bool ok() const noexcept { return !wrong_; }

private:
    [[nodiscard]] const json *find(std::string_view name);
    void take_object(json object);

    json object_ = json::object();
    std::string what_;
    std::vector<std::string> taken_ = {};
    std::optional<problem> wrong_ = {};
};

} // namespace uniform::resolver
