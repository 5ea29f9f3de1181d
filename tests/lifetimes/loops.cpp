// Read by lifetimes_test.py: scripts/check_pitfalls.sh reports the lines that end with BAD, and no other.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct inner {
    std::vector<std::string> items;
};
struct document {
    [[nodiscard]] const std::vector<std::string> &items() const { return within.items; }
    [[nodiscard]] std::string_view text() const { return within.items[0]; }
    inner within;
};
document made();
std::optional<document> maybe();
const document &kept();
std::string text();
std::string_view trimmed(std::string_view text);
std::vector<std::string> parts(std::string_view text);
void use(const std::string &);
void use(char);

void loops() {
    for (const auto &i : made().items()) use(i);          // BAD
    for (const auto &i : maybe()->items()) use(i);        // BAD
    for (const auto &i : maybe().value().items()) use(i); // BAD
    for (const auto &i : (*maybe()).within.items) use(i); // BAD
    for (const char c : made().text()) use(c);            // BAD
    for (const char c : trimmed(text())) use(c);          // BAD
    for (const char c : std::string_view{text()}) use(c); // BAD

    const document d = made();
    for (const auto &i : d.items()) use(i);
    for (const auto &i : kept().items()) use(i);
    for (const auto &i : made().within.items) use(i);
    for (const auto &i : parts(text())) use(i);
    for (const char c : text()) use(c);
    for (const char c : parts(text()).empty() ? text() : std::string{}) use(c);
    for (const auto &i : {text(), text()}) use(i);
}

template <class T>
void generic() {
    for (const auto &i : T{}.items()) use(i); // BAD
}
template void generic<document>();
