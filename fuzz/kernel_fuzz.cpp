// Any bytes: each SIMD kernel against the scalar path, with the text at both borders of readable memory. Only this, so
// that it is quick.
#include "differential/guarded.hpp"

#include "syntax/kernels.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace uniform::detail;

void check(std::string_view text) {
    constexpr production productions[] = {uri_production, uri_reference_production, absolute_uri_production,
                                          relative_ref_production, relative_uri_production};
    const auto size = static_cast<std::uint32_t>(text.size());
    const auto kernels = available_kernels();
    for (const uniform::edition e : uniform::editions)
        for (const production &p : productions) {
            scalar_parser scalar(text, syntax_of(e), false);
            const bool valid = scalar.reference(p);
            for (const named_kernel &k : kernels) {
                offsets o;
                if (k.parse(text.data(), size, request_of(p, e), o) && !(valid && o == scalar.where())) {
                    std::fprintf(stderr, "kernel %s differs from the scalar path\n", k.name);
                    std::abort();
                }
                if (valid && !k.may_change(text.data(), size, scalar.where()) &&
                    may_change_scalar(text.data(), size, scalar.where())) {
                    std::fprintf(stderr, "may_change of %s finds nothing in a text in which the scalar one does\n",
                                 k.name);
                    std::abort();
                }
            }
        }
    // The steps of parse_urn() after a kernel's answer, compared with the scalar parser.
    for (const uniform::edition e : uniform::urn_editions) {
        urn_offsets expected;
        uniform::error why;
        const bool valid = parse_namestring(text, e, expected, why);
        for (const named_kernel &k : kernels) {
            urn_offsets o;
            if (!k.urn(text.data(), size, urn_syntax_of(e), o) || !finish_urn(text.data(), size, e, o)) continue;
            if (!valid || o != expected) {
                std::fprintf(stderr, "kernel %s differs from the scalar path on a URN\n", k.name);
                std::abort();
            }
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    static differential::guarded_text guarded;
    const std::string_view text{reinterpret_cast<const char *>(data), size < 8192 ? size : 8192};
    check(guarded.at_end(text));
    check(guarded.at_begin(text));
    return 0;
}
