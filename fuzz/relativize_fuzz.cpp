// A relativized target comes back when it is resolved; what a reference reaches, relativize reaches with no more bytes.
//
// Input: one byte of options, then base, target and reference, each up to a line feed.
#include <uniform/uri/relativize.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>

using namespace uniform;

namespace {

void must(bool holds, const char *what, std::string_view base, std::string_view target) {
    if (holds) return;
    std::fprintf(stderr, "%s\nbase   <%.*s>\ntarget <%.*s>\n", what, static_cast<int>(base.size()), base.data(),
                 static_cast<int>(target.size()), target.data());
    std::abort();
}

void comes_back(const uri_view &base, const uri_view &target, std::string_view relative, const parse_options &p,
                const resolve_options &o) {
    const auto r = parse_uri_reference(relative, p);
    must(r.has_value(), "not a reference", base.text(), relative);
    const auto t = resolve(base, *r, o);
    must(t && *t == target.text(), "does not resolve back", base.text(), target.text());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view in{reinterpret_cast<const char *>(data), size};
    if (in.empty()) return 0;
    const auto bits = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    std::array<std::string, 3> lines; // of their own, so that reading past an end is seen
    for (std::string &line : lines) {
        const auto end = in.find('\n');
        line = in.substr(0, end);
        in.remove_prefix(end == std::string_view::npos ? in.size() : end + 1);
    }
    const parse_options p{.edition = editions[(bits & 3U) % editions.size()]};
    resolve_options o;
    o.strict = (bits & 4U) == 0;
    o.excess = static_cast<excess_dots>(bits >> 3 & 3U);
    o.base_dots = (bits & 32U) == 0 ? base_dots::as_written : base_dots::removed_first;
    o.double_slash = (bits & 64U) == 0 ? double_slash::guard : double_slash::refuse;

    const auto base = parse_uri(lines[0], p);
    if (!base) return 0;
    if (const auto target = parse_uri(lines[1], p)) {
        if (const auto r = relativize(*base, *target, o)) comes_back(*base, *target, *r, p, o);
    }
    if (const auto reference = parse_uri_reference(lines[2], p)) {
        const auto reached = resolve(*base, *reference, o);
        if (!reached) return 0;
        const auto target = parse_uri(*reached, p);
        if (!target) return 0; // the current document
        const auto r = relativize(*base, *target, o);
        must(r.has_value(), "a reference reaches it", base->text(), *reached);
        comes_back(*base, *target, *r, p, o);
        must(r->size() <= reference->text().size(), "a reference is shorter", base->text(), *reached);
    }
    return 0;
}
