// JSON: what is read, is written and read again as the same value; what is wrong has its place in the text.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <uniform/json/members.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

using namespace uniform::json;

namespace {

// Each value begins where it says, and its pointer leads to it.
void check(const value &root, const value &v, const std::string &pointer, std::string_view text) {
    if (v.offset() >= text.size() || at(root, pointer) != &v) std::abort();
    if (v.is_string() != (text[v.offset()] == '"')) std::abort();
    if (v.is_object() != (text[v.offset()] == '{')) std::abort();
    for (std::size_t i = 0; i < v.elements().size(); ++i) check(root, v.elements()[i], pointer_to(pointer, i), text);
    for (const member &m : v.members()) check(root, m.value, pointer_to(pointer, m.name), text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char *>(data), size};
    std::string string;
    append_string(string, text);
    if (!read(string)) std::abort();
    for (const bool exact : {false, true}) {
        const auto v = read(text, {.depth = 20, .values = 200, .exact = exact});
        if (!v) {
            if (!v.error().offset || *v.error().offset > size) std::abort();
            continue;
        }
        check(*v, *v, "", text);
        for (const layout l : {layout::compact, layout::spaced, layout::indented}) {
            const auto again = read(to_text(*v, l), {.exact = exact});
            if (!again || *again != *v) std::abort();
        }
        members m{*v, "it"};
        for (const member &each : v->members()) m.ignore(each.name);
        if (m.done().has_value() != v->is_object()) std::abort();
    }
    return 0;
}
