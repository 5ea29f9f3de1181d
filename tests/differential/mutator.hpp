// Strings that are nearly URIs: seeds, changed in the places where parsers go wrong. Deterministic for a seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace differential {

// splitmix64: small, quick, and the same everywhere.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : state_(seed) {}

    std::uint64_t operator()() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }
    // 0 .. bound - 1
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(((*this)() >> 32) * bound >> 32); }
    bool one_in(std::size_t n) { return below(n) == 0; }

private:
    std::uint64_t state_;
};

class mutator {
public:
    explicit mutator(std::uint64_t seed) : random_(seed) {}

    // A seed or a text made from the grammar, after zero to eight mutations. Valid until the next call. About 60 bytes
    // long on average; one in six is brought to a length next to a border of the kernels' blocks.
    std::string_view next();

    // A reference made from the grammar of RFC 3986 by chance, without a mutation (it is valid but for chance colons).
    std::string_view generate();

    // A URI of tel, sip, sips, geo or mailto with parameters and fields, valid by the document of the scheme or nearly.
    std::string_view scheme_text();

    // The same for the other schemes whose documents define equivalence (oracle/scheme_rules.hpp).
    std::string_view document_text();

    // Something like an IPv6 address: groups, colons and an IPv4 address in nearly the right numbers.
    std::string_view ipv6();

    // `text` with one mutation. Valid until the next call.
    std::string_view changed(std::string_view text);

    random_source &random() { return random_; }

private:
    void mutate();
    void bring_to_length();
    void internationalize();
    void append_run(std::string_view alphabet, std::size_t most);
    void append_segments();
    bool reorder();

    random_source random_;
    std::string text_;
};

} // namespace differential
