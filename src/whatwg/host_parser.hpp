// The parts of the host parser, and how errors of a part of a text are recorded with offsets into the whole.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/whatwg/validation_error.hpp>
#include <uniform/whatwg/web_host.hpp>

namespace uniform::whatwg {

// The shift of a text against the one that was given: the octets at `in_text` and after it were at `in_given` and after
// it.
struct moved {
    std::size_t in_text;
    std::size_t in_given;
};

// Records validation errors.
class recorder {
public:
    explicit recorder(validation_errors *errors) noexcept : errors_{errors} {}

    // Offsets that are recorded from now on are offsets into a text that was changed; in the order of the text.
    void moves(std::vector<moved> moves) { moves_ = std::move(moves); }

    // Whether somebody wants the errors: what is done for them alone may be left out otherwise.
    [[nodiscard]] bool wanted() const noexcept { return errors_ != nullptr; }
    void add(error_kind kind, std::size_t offset) {
        if (errors_ != nullptr) errors_->push_back({kind, given(offset)});
    }
    // Records an error that ends the parsing.
    void fail(error_kind kind, std::size_t offset) {
        add(kind, offset);
        failed(kind, offset);
    }
    // Remembers a failure whose error has been recorded.
    void failed(error_kind kind, std::size_t offset) { failure_ = {{kind, given(offset)}, false}; }
    // The last failure.
    [[nodiscard]] const failure &why() const noexcept UNIFORM_LIFETIMEBOUND { return failure_; }

private:
    [[nodiscard]] std::size_t given(std::size_t offset) const noexcept;

    validation_errors *errors_;
    std::vector<moved> moves_;
    failure failure_;
};

// "Host parser"; `at` is the offset of `text` in what is parsed.
std::optional<host> parse_host(std::string_view text, bool is_opaque, std::size_t at, recorder &record);
// "Domain parser"
std::optional<std::string> parse_domain(std::string_view domain, bool be_strict, std::size_t at, recorder &record);
// "Ends in a number checker"; `text` is ASCII and not empty.
bool ends_in_a_number(std::string_view text);
// "IPv4 parser"; unless the text is what was parsed, `in_place`, all errors are recorded at its beginning.
std::optional<std::uint32_t> parse_ipv4(std::string_view text, std::size_t at, bool in_place, recorder &record);
// "IPv6 parser", without brackets
std::optional<std::array<std::uint16_t, 8>> parse_ipv6(std::string_view text, std::size_t at, recorder &record);

} // namespace uniform::whatwg
