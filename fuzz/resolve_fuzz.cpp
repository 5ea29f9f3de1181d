// A base and, after a line feed, a reference: resolution against the documents' algorithms, dot segments by themselves.
#include "judged.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const auto [base, reference] = two_texts(input_text(data, size));
    judge().resolve(base, reference);
    judge().dots(base);
    judge().dots(reference);
    must_not_differ();
    return 0;
}
