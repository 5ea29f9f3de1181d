// The corpora: the examples of the documents, which are in tests/data, and larger ones where a folder of them is given.
#include "conformance/runner.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

void run(const std::string &path, const std::string &type, std::size_t at_least) {
    const conformance::outcome o = conformance::run_file(path, type);
    std::fputs(conformance::print(path.substr(path.rfind('/') + 1), o).c_str(), stdout);
    EXPECT_TRUE(o.failures.empty()) << o.failures.size() << " cases failed, see above";
    EXPECT_GE(o.ran, at_least) << "cases are missing from the file";
}

// Every example of URIs, URLs and URNs in the documents that define the system; those of a kind that is not known here
// are counted.
TEST(conformance_cases, ExamplesOfTheDocuments) { run(UNIFORM_TEST_DATA "/from_seeds.jsonl", "", 600); }

class conformance_corpus : public testing::TestWithParam<const char *> {};

TEST_P(conformance_corpus, EveryCase) {
    const char *folder = std::getenv("UNIFORM_CONFORMANCE_DIR");
    if (folder == nullptr || *folder == '\0')
        GTEST_SKIP() << "UNIFORM_CONFORMANCE_DIR is not set: it names a folder with the larger corpora (parse.jsonl, "
                        "host.jsonl, resolve.jsonl, normalize.jsonl, equivalence.jsonl, urn.jsonl, "
                        "urn_equivalence.jsonl, nid.jsonl, url_schemes.jsonl), which are not part of the project";
    const std::string type = GetParam();
    const std::size_t at_least = type == "nid" ? 18 : type == "urn_equivalence" ? 52 : type == "url_schemes" ? 60 : 100;
    run(std::string(folder) + "/" + type + ".jsonl", type, at_least);
}

INSTANTIATE_TEST_SUITE_P(Files, conformance_corpus,
                         testing::Values("parse", "host", "resolve", "normalize", "equivalence", "urn",
                                         "urn_equivalence", "nid", "url_schemes", "extract"),
                         [](const auto &file) { return std::string(file.param); });

} // namespace
