// Prints the URIs of its input in their normal form, and of the other lines what is wrong.
#include <iostream>
#include <string>

#include "uniform.hpp"

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const auto u = uniform::parse_uri(line);
        if (u) {
            std::cout << uniform::normalize(*u, {.level = uniform::comparison_level::scheme}) << '\n';
        } else {
            std::cerr << line << ": " << uniform::message(u.error(), line) << '\n';
        }
    }
}
