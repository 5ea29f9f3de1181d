// Any text as a query and as a path: the list of decoded parameters and back, and the name of a file below a root.
//
// Input: a byte for the separator, a byte for the other options, then the text.
#include <uniform/uri/query.hpp>
#include <uniform/uri/safe_path.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/path.hpp>

using namespace uniform;

namespace {

void must(bool holds, const char *what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void check_query(std::string_view text, query_options o) {
    const query_parameters all{text, o};
    const auto pairs = decoded_parameters(text, o);
    must(pairs.has_value() == decoded_size(text).has_value(), "a query is decoded if its percent-encodings are");
    if (!pairs) {
        must(pairs.error().offset == decoded_size(text).error().offset, "the first error is the first one");
        return;
    }
    must(pairs->size() == all.count(), "as many pairs");
    const auto written = encode_parameters(*pairs, o);
    must(written.has_value() || (pairs->size() == 1 && text.empty()), "only one empty pair cannot be written");
    if (!written) return;
    must(decoded_parameters(*written, o) == pairs, "what is written reads back");
    must(std::ranges::all_of(*written, [](char c) { return c == '%' || allowed(rule::query).contains(c); }),
         "what is written is a query");
    must(encode_parameters(*decoded_parameters(*written, o), o) == written, "written again it is the same");
}

void check_path(std::string_view text, file_names names) {
    const auto file = safe_join("/a/root", text, names);
    if (!file) {
        must(file.error().offset < text.size() + 1, "the offset is in the text");
        return;
    }
    must(file->starts_with("/a/root"), "it begins with the root");
    must(file->find('\0') == std::string::npos, "no NUL");
    if (names == file_names::portable) {
        must(file->find_first_of("\\:*?<>\"|") == std::string::npos, "no character that Windows reads as another");
        must(safe_join("/a/root", text, file_names::posix) == file, "what is portable is a name on POSIX, too");
    }
    const std::string plain = std::filesystem::path{*file}.lexically_normal().string() + '/';
    must(plain.starts_with("/a/root/"), "it is below the root");
    must(decode(*file).value_or(*file) == *file, "decoding it again changes nothing");
    const auto segments = decoded_segments(text);
    must(segments.has_value(), "its segments can be decoded");
    std::string joined = "/a/root";
    for (const std::string &s : *segments) joined += '/' + s;
    must(joined == *file, "it is the root and the segments");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size < 2) return 0;
    constexpr std::string_view separators = "&!$'()*+,;:@/?";
    const std::string_view text{reinterpret_cast<const char *>(data) + 2, size - 2};
    check_query(text, {.semicolon = (data[1] & 1U) != 0,
                       .plus = (data[1] & 2U) != 0 ? plus::as_space : plus::as_written,
                       .separator = separators[data[0] % separators.size()]});
    check_path(text, file_names::portable);
    check_path(text, file_names::posix);
    return 0;
}
