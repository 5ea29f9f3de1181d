// URL Standard, "Host parsing" and "Host serializing": IPv6 addresses.

#include <charconv>
#include <cstddef>
#include <utility>

#include <uniform/base/ascii.hpp>

#include "whatwg/host_parser.hpp"

namespace uniform::whatwg {

namespace {

// "IPv6 parser": the steps, with the standard's names.
class ipv6_parser {
public:
    ipv6_parser(std::string_view text, std::size_t at, recorder &record) : text_{text}, at_{at}, record_{record} {}

    std::optional<std::array<std::uint16_t, 8>> run() {
        using enum error_kind;
        if (c() == ':') {
            if (text_.substr(1, 1) != ":") return fail(ipv6_invalid_compression);
            pointer_ += 2;
            compress_ = ++piece_index_;
        }
        while (!at_end()) {
            if (piece_index_ == 8) return fail(ipv6_too_many_pieces);
            if (c() == ':') {
                if (compress_) return fail(ipv6_multiple_compression);
                ++pointer_;
                compress_ = ++piece_index_;
                continue;
            }
            unsigned value = 0;
            std::size_t length = 0;
            while (length < 4 && ascii::is_hexdig(c())) {
                value = value * 16 + ascii::hex_value(c());
                ++pointer_;
                ++length;
            }
            if (c() == '.') {
                if (length == 0) return fail(ipv4_in_ipv6_invalid_code_point);
                pointer_ -= length;
                if (piece_index_ > 6) return fail(ipv4_in_ipv6_too_many_pieces);
                if (const auto wrong = embedded_ipv4()) return fail(*wrong);
                break;
            }
            const auto piece_end = pointer_;
            if (c() == ':') {
                ++pointer_;
                if (at_end()) return fail(ipv6_invalid_code_point);
            } else if (!at_end()) {
                return fail(ipv6_invalid_code_point);
            }
            if (length > 1 && value < 1U << (4 * (length - 1))) {
                record_.add(ipv6_piece_leading_zero, at_ + piece_end - length);
            }
            address_.at(piece_index_++) = static_cast<std::uint16_t>(value);
        }
        if (compress_) {
            move_to_the_end();
        } else if (piece_index_ != 8) {
            return fail(ipv6_too_few_pieces);
        }
        return address_;
    }

private:
    [[nodiscard]] bool at_end() const noexcept { return pointer_ >= text_.size(); }
    // NUL stands for the end too: neither is compared with anything here.
    [[nodiscard]] char c() const noexcept { return at_end() ? '\0' : text_[pointer_]; }

    std::nullopt_t fail(error_kind kind) {
        record_.fail(kind, at_ + pointer_);
        return std::nullopt;
    }

    // The pieces of the IPv4 address that ends the text, or the error.
    std::optional<error_kind> embedded_ipv4() {
        using enum error_kind;
        unsigned numbers_seen = 0;
        while (!at_end()) {
            std::optional<unsigned> piece;
            if (numbers_seen > 0) {
                if (c() != '.' || numbers_seen >= 4) return ipv4_in_ipv6_invalid_code_point;
                ++pointer_;
            }
            if (!ascii::is_digit(c())) return ipv4_in_ipv6_invalid_code_point;
            while (ascii::is_digit(c())) {
                const auto number = ascii::hex_value(c());
                if (!piece) {
                    piece = number;
                } else if (*piece == 0) {
                    return ipv4_in_ipv6_invalid_code_point;
                } else {
                    piece = *piece * 10 + number;
                }
                if (*piece > 255) return ipv4_in_ipv6_out_of_range_part;
                ++pointer_;
            }
            address_.at(piece_index_) = static_cast<std::uint16_t>(address_.at(piece_index_) * 0x100 + *piece);
            ++numbers_seen;
            if (numbers_seen == 2 || numbers_seen == 4) ++piece_index_;
        }
        if (numbers_seen != 4) return ipv4_in_ipv6_too_few_parts;
        return std::nullopt;
    }

    // Moves the pieces after "::" to the end.
    void move_to_the_end() {
        auto swaps = piece_index_ - *compress_;
        piece_index_ = 7;
        while (piece_index_ != 0 && swaps > 0) {
            std::swap(address_.at(piece_index_), address_.at(*compress_ + swaps - 1));
            --piece_index_;
            --swaps;
        }
    }

    std::string_view text_;
    std::size_t at_;
    recorder &record_;
    std::array<std::uint16_t, 8> address_{};
    std::size_t piece_index_ = 0;
    std::optional<std::size_t> compress_;
    std::size_t pointer_ = 0;
};

// "Find the IPv6 address compressed piece index": the first of the longest runs of at least two zeros; 8 for none.
std::size_t compressed_piece_index(const std::array<std::uint16_t, 8> &pieces) {
    std::size_t longest_index = 8;
    std::size_t longest_size = 1;
    for (std::size_t i = 0; i < 8;) {
        auto end = i;
        while (end < 8 && pieces.at(end) == 0) ++end;
        if (end - i > longest_size) {
            longest_index = i;
            longest_size = end - i;
        }
        i = end + 1;
    }
    return longest_index;
}

} // namespace

std::optional<std::array<std::uint16_t, 8>> parse_ipv6(std::string_view text, std::size_t at, recorder &record) {
    return ipv6_parser{text, at, record}.run();
}

std::string serialize_ipv6(const std::array<std::uint16_t, 8> &pieces) {
    std::string out;
    const auto compress = compressed_piece_index(pieces);
    bool ignore0 = false;
    for (std::size_t i = 0; i < 8; ++i) {
        if (ignore0 && pieces.at(i) == 0) continue;
        ignore0 = false;
        if (compress == i) {
            out += i == 0 ? "::" : ":";
            ignore0 = true;
            continue;
        }
        std::array<char, 4> digits{};
        const auto made = std::to_chars(digits.data(), digits.data() + digits.size(), pieces.at(i), 16);
        out.append(digits.data(), made.ptr);
        if (i != 7) out += ':';
    }
    return out;
}

} // namespace uniform::whatwg
