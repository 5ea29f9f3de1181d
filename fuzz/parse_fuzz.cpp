// Any bytes: the parser against the ABNF oracle in every edition and production, the public functions, uriparser.
#include "judged.hpp"

#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text = input_text(data, size);
    judge().parse(text);
    judge().views(text);
    judge().peer(text);
    must_not_differ();
    // An error can be shown, whatever the text.
    if (const auto view = uniform::parse_uri_reference(text); !view) {
        if (uniform::print(view.error(), text, {40, false}).empty()) std::abort();
    } else if (uniform::redacted(*view).empty() != text.empty()) {
        std::abort();
    }
    return 0;
}
