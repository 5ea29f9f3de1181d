// A document in another encoding as UTF-8, with the place of each of its characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::html {

class recoded_document {
public:
    // `encoding` is a name of encoding_of(). std::nullopt if the system cannot decode it, or if the text would have
    // more than `most` octets. Malformed octets become U+FFFD. Linear.
    [[nodiscard]] static std::optional<recoded_document> make(std::string_view document, std::string_view encoding,
                                                              std::size_t most);

    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    // The offset in the document of the character at that offset of the text. Logarithmic.
    [[nodiscard]] std::uint64_t offset(std::uint64_t in_text) const noexcept;

private:
    // Characters one after the other that each take `wide` octets of the text and `from_wide` of the document.
    struct run {
        std::uint32_t begin;
        std::uint32_t from;
        std::uint16_t wide;
        std::uint16_t from_wide;
    };
    void add(std::string_view character, std::size_t from, std::size_t from_wide);

    std::string text_;
    std::vector<run> runs_;
};

// The characters of a query that are not US-ASCII, encoded and percent-encoded. std::nullopt as above.
[[nodiscard]] std::optional<std::string> encode_query(std::string_view query, std::string_view encoding);

} // namespace uniform::html
