// The corpora: the examples of the documents, which are in tests/data, and larger ones where a folder of them is given.
#include "runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace {

struct disagreement {
    std::string_view id;
    std::string_view reason;
};

// Cases whose answer the library does not give, and why it does not. One that passes is no longer a disagreement.
constexpr disagreement argued[] = {
    {"perl-uri:c4c5820a0b",
     "the reference \"http:\" under RFC 2396: its absoluteURI (section 3) demands a hier_part or an "
     "opaque_part after the \":\", and neither may be empty; the 2003 draft (G.2) calls admitting "
     "it a change"},
};

void run(const std::string &path, const std::string &type, std::size_t at_least) {
    conformance::outcome o = conformance::run_file(path, type);
    std::vector<std::string> unargued;
    for (const std::string &failure : o.failures) {
        const auto *found = std::find_if(std::begin(argued), std::end(argued),
                                         [&](const disagreement &d) { return failure.starts_with(d.id); });
        if (found == std::end(argued))
            unargued.push_back(failure);
        else
            std::printf("argued: %s\n  because %s\n", failure.c_str(), std::string(found->reason).c_str());
    }
    const std::string name = path.substr(path.rfind('/') + 1);
    for (const disagreement &d : argued) {
        const bool expected = o.ids.contains(std::string(d.id));
        const bool failed = std::any_of(o.failures.begin(), o.failures.end(),
                                        [&](const std::string &failure) { return failure.starts_with(d.id); });
        EXPECT_EQ(expected, failed) << d.id << " passes: take it out of the table";
    }
    const std::size_t disagreements = o.failures.size() - unargued.size();
    o.failures = std::move(unargued);
    std::fputs(conformance::print(name, o).c_str(), stdout);
    if (disagreements != 0) std::printf("  argued disagreements: %zu\n", disagreements);
    EXPECT_TRUE(o.failures.empty()) << o.failures.size() << " cases failed, see above";
    EXPECT_GE(o.ran, at_least) << "cases are missing from the file";
}

// Every example of generic URIs in the documents that define the system; the others wait for the parts of the library
// that they are about, and are counted.
TEST(Conformance, ExamplesOfTheDocuments) { run(UNIFORM_TEST_DATA "/from_seeds.jsonl", "", 160); }

class Corpus : public testing::TestWithParam<const char *> {};

TEST_P(Corpus, EveryCase) {
    const char *folder = std::getenv("UNIFORM_CONFORMANCE_DIR");
    if (folder == nullptr || *folder == '\0')
        GTEST_SKIP() << "UNIFORM_CONFORMANCE_DIR is not set: it names a folder with the larger corpora (parse.jsonl, "
                        "host.jsonl, resolve.jsonl, normalize.jsonl, equivalence.jsonl), which are not part of the "
                        "project";
    const std::string type = GetParam();
    run(std::string(folder) + "/" + type + ".jsonl", type, 100);
}

INSTANTIATE_TEST_SUITE_P(Files, Corpus, testing::Values("parse", "host", "resolve", "normalize", "equivalence"),
                         [](const auto &file) { return std::string(file.param); });

} // namespace
