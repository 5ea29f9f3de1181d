// Any bytes: places lie inside the text, safer forms are valid and safer, what is not valid has a finding, and no
// explanation has a control character.
#include <cstdlib>
#include <string_view>

#include <uniform/lint/lint.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/uri/parse.hpp>

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

void look_at(std::string_view text, const uniform::lint_options &options) {
    const auto findings = uniform::lint(text, options);
    must(!findings.empty() || uniform::parse_uri_reference(text).has_value());
    for (const auto &f : findings) {
        must(f.where.begin <= f.where.end && f.where.end <= text.size());
        for (const char c : f.explanation) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
        if (!f.safer) continue;
        must(uniform::parse_uri_reference(*f.safer).has_value());
        for (const auto &again : uniform::lint(*f.safer, options)) must(again.check != f.check);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char *>(data), size};
    look_at(text, {});
    look_at(text, {.unicode = &uniform::icu_checks()});
    return 0;
}
