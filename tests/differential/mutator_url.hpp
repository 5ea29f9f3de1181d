// Texts that are nearly URLs of the schemes of 1994 and of those that came later. Deterministic for a seed.
#pragma once

#include "differential/mutator.hpp"

#include <string>
#include <string_view>

namespace differential {

class url_mutator {
public:
    explicit url_mutator(std::uint64_t seed) : random_(seed) {}

    // An example of a document or a text made from the pieces of its scheme, after zero to six mutations. Valid until
    // the next call.
    std::string_view next();

    random_source &random() { return random_; }

private:
    void generate();
    void mutate();
    void append_run(std::string_view alphabet, std::size_t most);
    void append_login();

    random_source random_;
    std::string text_;
};

} // namespace differential
