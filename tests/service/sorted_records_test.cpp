// Sorting more records than memory holds: their order, the bound of the memory, and what is said when there is no
// space.

#include "service/lists/sorted_records.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <uniform/store/database.hpp>

namespace {

using namespace uniform;
using service::sorted_records;

using plain = std::tuple<std::string, std::uint64_t, std::string>;

class sorting : public testing::Test {
protected:
    void SetUp() override {
        std::string path = (std::filesystem::temp_directory_path() / "uniform-sorting-XXXXXX").string();
        ASSERT_NE(::mkdtemp(path.data()), nullptr);
        folder = path;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    static std::vector<plain> all_of(sorted_records &r) {
        std::vector<plain> all;
        while (const auto one = r.next()) all.emplace_back(one->key, one->number, one->content);
        return all;
    }

    std::filesystem::path folder;
};

std::vector<plain> random_records(std::mt19937 &random, std::size_t count) {
    std::vector<plain> all;
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random); };
    for (std::size_t i = 0; i < count; ++i) {
        // Few keys, so that some are the same; bytes of any value; sizes from nothing to more than a buffer.
        std::string key(below(4), '\0');
        for (char &c : key) c = static_cast<char>(below(3) * 127);
        all.emplace_back(std::move(key), i, std::string(below(200) == 0 ? below(200000) : below(40), 'c'));
    }
    std::ranges::shuffle(all, random);
    return all;
}

// As std::sort does, whether nothing, some or nearly all is written.
TEST_F(sorting, records_come_in_the_order_of_keys_and_numbers) {
    std::mt19937 random{33};
    for (const std::size_t memory : {std::size_t{1}, std::size_t{500}, std::size_t{20000}, std::size_t{1} << 30U}) {
        for (const std::size_t count : {0U, 1U, 2U, 100U, 3000U}) {
            SCOPED_TRACE(std::to_string(memory) + " bytes, " + std::to_string(count) + " records");
            auto expected = random_records(random, count);
            sorted_records r(folder, memory);
            std::uint64_t bytes = 0;
            for (const auto &[key, number, content] : expected) {
                r.add(key, number, content);
                bytes += key.size() + content.size();
            }
            r.sort();
            std::ranges::sort(expected);
            EXPECT_EQ(all_of(r), expected);
            EXPECT_FALSE(r.next().has_value());
            EXPECT_EQ(r.bytes(), bytes);
            if (memory > bytes + 100 * count) {
                EXPECT_EQ(r.written(), 0U);
            } else if (bytes > memory) {
                EXPECT_EQ(r.written() > 0, count > 1);
            }
            EXPECT_TRUE(std::filesystem::is_empty(folder)) << "the file has no name";
        }
    }
}

// However many there are.
TEST_F(sorting, memory_is_bounded) {
    constexpr std::size_t memory = std::size_t{256} << 10U;
    for (const std::size_t count : {10000U, 100000U}) {
        sorted_records r(folder, memory);
        const std::string content(100, 'c');
        std::size_t most = 0;
        for (std::size_t i = 0; i < count; ++i) {
            r.add(std::to_string(i * 7919 % count), i, content);
            most = std::max(most, r.in_memory());
        }
        EXPECT_LE(most, 2 * memory);
        r.sort();
        std::size_t read = 0;
        std::string before;
        while (const auto one = r.next()) {
            ++read;
            EXPECT_LT(before, one->key);
            before = one->key;
            most = std::max(most, r.in_memory());
        }
        EXPECT_EQ(read, count);
        // A buffer for each part, of which there are as many as the memory was full.
        const std::size_t parts = r.written() / (memory / 2) + 1;
        EXPECT_LE(most, 2 * memory + parts * (std::size_t{128} << 10U));
    }
}

TEST_F(sorting, says_that_the_folder_is_missing) {
    sorted_records r(folder / "missing", 10);
    r.add("a", 1, "0123456789");
    try {
        r.add("b", 2, "0123456789");
        FAIL() << "there is no such folder";
    } catch (const store::failure &f) {
        EXPECT_EQ(f.what(), "the temporary file for sorting, in the folder " + (folder / "missing").string() +
                                ", cannot be made: No such file or directory");
    }
}

// Writes beyond the limit of the process fail as those on a full disk do.
TEST_F(sorting, says_that_there_is_no_space_and_leaves_no_file) {
    rlimit was{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &was), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    {
        sorted_records r(folder, 10000);
        const std::string content(1000, 'c');
        rlimit limit = was;
        limit.rlim_cur = 50000;
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        std::string message;
        store::failure_kind kind{};
        try {
            for (std::uint64_t i = 0; i < 1000; ++i) r.add("k", i, content);
        } catch (const store::failure &f) {
            message = f.what();
            kind = f.kind();
        }
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &was), 0);
        EXPECT_EQ(message, "the temporary file for sorting, in the folder " + folder.string() +
                               ", cannot be written: File too large");
        EXPECT_EQ(kind, store::failure_kind::full);
    }
    std::signal(SIGXFSZ, handler);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
}

// Beside an SQLite file, because it has to have space there anyway.
TEST_F(sorting, folders) {
    EXPECT_EQ(service::folder_for_sorting("/var/lib/uniform/names.db"), "/var/lib/uniform");
    EXPECT_EQ(service::folder_for_sorting("sqlite:/a/b"), "/a");
    EXPECT_EQ(service::folder_for_sorting("names.db"), ".");
    const char *const set = std::getenv("TMPDIR");
    EXPECT_EQ(service::folder_for_sorting("postgresql://db.example/names"),
              set == nullptr || *set == '\0' ? "/var/tmp" : set);
}

} // namespace
