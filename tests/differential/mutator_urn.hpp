// Strings that are nearly URNs: the documents' examples and texts made from their grammars, changed in the places where
// the editions differ. Deterministic for a seed.
#pragma once

#include "differential/mutator.hpp"

namespace differential {

class urn_mutator {
public:
    explicit urn_mutator(std::uint64_t seed) : random_(seed) {}

    // A seed or a text made from the grammar, after zero to eight mutations. Valid until the next call.
    std::string_view next();
    // `text` in another spelling: often one that is equivalent. Valid until the next call.
    std::string_view changed(std::string_view text);
    // A component to put into a URN: sometimes with another one's delimiter in it. Valid until the next call.
    std::string_view component();

    random_source &random() { return random_; }

private:
    void generate();
    void mutate();
    void append_run(std::string_view alphabet, std::size_t most);

    random_source random_;
    std::string text_;
    std::string component_;
};

} // namespace differential
