// Registration templates from arbitrary bytes, in both forms: reading never fails but by an error, and what was read
// keeps its meaning when it is written and read again.
//
// Input: one byte that chooses edition and form, then the document.
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/registry/template_diff.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace uniform;
using namespace uniform::registry;

namespace {

void must(bool holds, const char *what, const std::string &text) {
    if (holds) return;
    std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) return 0;
    constexpr edition with_template[]{edition::rfc8141, edition::urnbis_16, edition::urnbis_14};
    const read_options options{.edition = with_template[data[0] % 3], .max_fields = 50};
    const std::string_view text{reinterpret_cast<const char *>(data) + 1, size - 1};
    const auto t = (data[0] & 0x80) != 0 ? read_template_json(text, options) : read_any_template(text, options);
    if (!t) {
        must(!t.error().message.empty(), "an error says why", "");
        return 0;
    }
    must(!t->entries.empty(), "a document has fields", "");
    const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
    for (const finding &f : check_template(*t)) {
        must(!f.message.empty(), "a finding says what is wrong", "");
        must(f.at.line <= lines, "a finding has a place in the text", f.message);
    }
    for (const entry &e : t->entries) must(normal_text(e.text) == e.text, "texts are in normal form", e.text);

    const std::string json = write_template_json(*t);
    const auto from_json = read_template_json(json, options);
    must(from_json.has_value(), "what was written as JSON is read", json);
    must(write_template_json(*from_json) == json, "JSON is kept", json);

    const std::string written = write_template(*t);
    const auto again = read_template(written, {.edition = t->edition});
    must(again.has_value(), "what was written is read", written);
    if (t->find(field::namespace_identifier) != nullptr && t->entries.front().id) {
        must(*again == *t, "text is kept", written);
        must(write_template(*again) == written, "writing settles", written);
    }
    must(!compare_templates(*t, *t).any(), "a document does not differ from itself", written);
    return 0;
}
