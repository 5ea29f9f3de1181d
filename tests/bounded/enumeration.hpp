// All texts over a small alphabet, up to a length. Each stands in memory of exactly its size, so that the address
// sanitizer sees every octet that is read beside it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace bounded {

// Calls `check(text)` for each text; returns their number.
template <class Check>
std::size_t each_text(std::string_view alphabet, std::size_t longest, Check check) {
    std::size_t texts = 0;
    for (std::size_t size = 0; size <= longest; ++size) {
        const auto memory = std::make_unique<char[]>(size);
        std::vector<std::size_t> digits(size, 0);
        for (std::size_t i = 0; i < size; ++i) memory[i] = alphabet[0];
        for (bool more = true; more;) {
            check(std::string_view{memory.get(), size});
            ++texts;
            std::size_t i = 0;
            while (i < size && ++digits[i] == alphabet.size()) {
                digits[i] = 0;
                memory[i] = alphabet[0];
                ++i;
            }
            more = i < size;
            if (more) memory[i] = alphabet[digits[i]];
        }
    }
    return texts;
}

} // namespace bounded
