// Any bytes as a URN of each edition: the parser and its kernels against the oracle, and what hangs on it: conversion
// between the editions, edits, equivalence, relative references.
//
// Input: one byte that chooses the component to edit and whether to remove it; a text up to a line feed; another text,
// which is the component's new value, the other side of a comparison, and a reference.
#include "judged.hpp"

#include "differential/judge_urn.hpp"

#include <uniform/urn/nid.hpp>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    static differential::urn_judge judge;
    if (size == 0) return 0;
    const unsigned char choice = data[0];
    const auto [text, other] = two_texts(input_text(data + 1, size - 1));
    judge.parse(text);
    judge.equivalence(text, other);
    judge.convert(text);
    judge.edit(text, choice & 7U, (choice & 8U) != 0 ? std::nullopt : std::optional{other});
    judge.resolve(text, other, (choice & 16U) != 0 ? other : "http://a/b/c/d;p?q");
    if (judge.differs()) {
        for (const differential::difference &d : judge.result().differences)
            std::fprintf(stderr, "%s\n  %s\n  %s\n", d.what.c_str(), d.text.c_str(), d.detail.c_str());
        std::abort();
    }
    // A NID has one verdict, whatever the bytes, and an error can be shown.
    for (const uniform::edition e : uniform::urn_editions) {
        const auto verdict = uniform::classify_nid(text, false, e);
        if (verdict.well_formed() == (verdict.kind == uniform::nid_kind::malformed)) std::abort();
        if (verdict.citation().document.empty() || verdict.citation().section.empty()) std::abort();
        const auto urn = uniform::parse_urn(text, {e});
        if (!urn && uniform::print(urn.error(), text, {40, false}).empty()) std::abort();
    }
    return 0;
}
