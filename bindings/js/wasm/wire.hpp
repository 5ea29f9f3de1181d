// The boundary between JavaScript and the module.
//
// A call writes its arguments to the request buffer, one after the other, each as a size of four bytes (absent: all
// ones) and UTF-8; options are numbers, the index of a name in the lists that names() gives. The function says what the
// result buffer holds then. Offsets that JavaScript gets count UTF-16 units of the argument, as its strings do.
#pragma once

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/syntax/edition_use.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/text/abbreviated.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/url/by_edition.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#define UNIFORM_JS(NAME) extern "C" [[clang::export_name(#NAME)]] std::int32_t js_##NAME

namespace uniform::js {

using u32 = std::uint32_t;

/// The content that a call has left in the result buffer.
enum answer : std::int32_t {
    failed = 0, ///< an error, as JSON
    text = 1,
    json = 2,
    unchanged = 3, ///< nothing: the result is the first argument
};

/// Where JavaScript reads the results, at a fixed address.
struct state {
    const char *result;
    u32 size;
    u32 table[8]; ///< offsets of a parse, see parse.cpp
    const void *values;
    const u32 *offsets;
    const std::uint8_t *valid;
    u32 rows;
};
extern constinit state shared;

/// The arguments of the current call, in their order.
class arguments {
public:
    explicit arguments(u32 size) noexcept;
    [[nodiscard]] bool more() const noexcept { return at_ != end_; }
    std::optional<std::string_view> maybe() noexcept;
    std::string_view next() noexcept { return maybe().value_or(std::string_view{}); }

private:
    const char *at_;
    const char *end_;
};

/// The request buffer, of at least `size` bytes.
[[nodiscard]] char *request() noexcept;

/// UTF-16 units before a byte offset of UTF-8. Ascending offsets cost one pass over the text altogether.
class units {
public:
    explicit units(std::string_view text) noexcept : text_{text} {}
    [[nodiscard]] u32 before(std::uint64_t offset) noexcept;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    u32 units_ = 0;
};

/// The members "document", "section" and "citation": "RFC 3986", "3.2.2" and "RFC 3986 section 3.2.2".
uniform::json::writer &source(uniform::json::writer &w, std::string_view document, std::string_view section);

answer give(std::string result);
answer fail(const error &e, std::string_view text, std::string_view argument = {});
/// The error of a host name, by the production that it does not match.
answer fail(const idna::problem &why, std::string_view production, std::string_view text);
/// The error of the one of two texts that is refused, by the names of the arguments.
answer fail(const refused_text &e, const std::array<std::string_view, 2> &texts,
            const std::array<std::string_view, 2> &names);

/// A JSON result: `write` gets a json::writer.
template <class Write>
answer give_json(Write write) {
    std::string out;
    uniform::json::writer w{out};
    write(w);
    give(std::move(out));
    return json;
}

void write_error(uniform::json::writer &w, const error &e, std::string_view text, std::string_view argument = {});

[[nodiscard]] inline edition edition_at(u32 index) noexcept { return static_cast<edition>(index); }
[[nodiscard]] /// The completion of a typed text: as an IRI by that edition, else as a URI.
std::optional<completion>
completed(std::string_view typed, u32 edition, u32 https);

normalize_options normalizing(u32 level, u32 flags) noexcept;
[[nodiscard]] query_options reading(u32 flags) noexcept;

} // namespace uniform::js
