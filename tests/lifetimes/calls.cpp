// Read by lifetimes_test.py: scripts/check_pitfalls.sh reports the lines that end with BAD, and no other.
#include <algorithm>
#include <iomanip>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace ours {

struct entry {
    std::string name;
};
std::string shown(const entry &e);
std::string in_quotes(const std::string &text);
void swap(entry &a, entry &b) noexcept;

void calls(std::string text, std::vector<int> numbers, entry e) {
    static_cast<void>(quoted(text));            // BAD
    static_cast<void>(begin(numbers));          // BAD
    static_cast<void>(distance(numbers.begin(), // BAD
                               numbers.end()));

    std::ranges::stable_sort(numbers);                // BAD
    std::stable_sort(numbers.begin(), numbers.end()); // BAD
    std::ranges::sort(numbers);

    static_cast<void>(in_quotes(text));
    static_cast<void>(std::quoted(text));
    static_cast<void>(std::ranges::distance(numbers));
    static_cast<void>(shown(e) + text);
    using std::swap;
    std::string other = std::move(text);
    swap(other, e.name);
    for (const int n : numbers) static_cast<void>(n);
}

} // namespace ours
