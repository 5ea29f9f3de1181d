// A reference and, after a line feed, another: the normal forms against their sections and their promises, and the
// comparison of the two against their normal forms.
#include "judged.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const auto [a, b] = two_texts(input_text(data, size));
    judge().normalize(a);
    judge().normalize(b);
    judge().compare(a, b);
    must_not_differ();
    return 0;
}
