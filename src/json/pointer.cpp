#include <uniform/json/pointer.hpp>

#include <algorithm>
#include <charconv>

namespace uniform::json {

namespace {

// RFC 6901 section 3: escaped = "~" ( "0" / "1" )
std::optional<std::string> unescaped(std::string_view token) {
    std::string name;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] != '~') {
            name += token[i];
            continue;
        }
        if (++i == token.size() || (token[i] != '0' && token[i] != '1')) return std::nullopt;
        name += token[i] == '0' ? '~' : '/';
    }
    return name;
}

// RFC 6901 section 4: array-index = %x30 / ( %x31-39 *(%x30-39) )
const value *element(const array &all, std::string_view token) noexcept {
    std::size_t index = 0;
    const auto [end, failed] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (failed != std::errc{} || end != token.data() + token.size()) return nullptr;
    if (token.size() > 1 && token[0] == '0') return nullptr;
    return index < all.size() ? &all[index] : nullptr;
}

} // namespace

void append_token(std::string &pointer, std::string_view name) {
    pointer += '/';
    for (const char c : name) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
}

void append_token(std::string &pointer, std::size_t index) { (pointer += '/') += std::to_string(index); }

std::string pointer_to(std::string_view parent, std::string_view name) {
    std::string result{parent};
    append_token(result, name);
    return result;
}

std::string pointer_to(std::string_view parent, std::size_t index) {
    std::string result{parent};
    append_token(result, index);
    return result;
}

const value *at(const value &root, std::string_view pointer) noexcept {
    const value *here = &root;
    while (here != nullptr && !pointer.empty()) {
        if (pointer[0] != '/') return nullptr;
        pointer.remove_prefix(1);
        const std::string_view token = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(token.size());
        if (const array *const all = here->if_array()) {
            here = element(*all, token);
        } else {
            const auto name = unescaped(token);
            here = name ? here->find(*name) : nullptr;
        }
    }
    return here;
}

} // namespace uniform::json
