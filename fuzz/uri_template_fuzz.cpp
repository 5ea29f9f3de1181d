// A template and, after a line feed, a text: reading and matching neither crash nor take long; what is found expands to
// a text in which the same is found.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <uniform/uri/uri_template.hpp>

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    using namespace uniform;
    const std::string_view input{reinterpret_cast<const char *>(data), size};
    const std::size_t cut = std::min(input.find('\n'), size);
    const std::string_view text = cut == size ? std::string_view{} : input.substr(cut + 1);
    const auto t = uri_template::parse(input.substr(0, cut));
    if (!t) {
        must(t.error().offset <= cut && !t.error().message.empty());
        return 0;
    }
    template_variables all;
    for (const std::string_view name : t->variables()) all[std::string{name}] = std::string{text};
    if (const auto expanded = t->expand(all); expanded) {
        must(expanded->size() <= uri_template::longest_result);
    }
    const auto found = t->match(text);
    if (!found) {
        must(found.error().offset <= text.size());
        return 0;
    }
    template_variables values;
    for (const auto &[name, value] : found->values) values[name] = value;
    const auto again = t->expand(values);
    must(again.has_value());
    must(t->match(*again).has_value());
    return 0;
}
