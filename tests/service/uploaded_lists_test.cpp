// Lists that are uploaded, checked and imported later: leases, resuming, expiry, and the columns of CSV.

#include <uniform/service/uploaded_lists.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/service/names.hpp>

#include "service/lists/uploaded_list_source.hpp"
#include "service/names_support.hpp"
#include "service/store_fixture.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;

class uploaded_lists : public on_open_stores {
protected:
    void SetUp() override {
        on_open_stores::SetUp();
        if (!IsSkipped()) put_namespace(*s, "example");
    }
    auto add(std::string_view content, bulk_format f = bulk_format::csv) {
        return s->write(somebody,
                        [&](store::writing &w) { return add_list(w, administrator(), "names.csv", f, content); });
    }
    auto start(const std::string &id, bool dry_run, const std::vector<std::string> &columns = {"name", "url"}) {
        return s->write(somebody,
                        [&](store::writing &w) { return start_list(w, administrator(), id, dry_run, columns); });
    }
    list_entry list(const std::string &id) {
        return s->read([&](store::reading &r) { return list_of(r, administrator(), id); }).value();
    }
    bool work(std::string_view worker, const std::function<bool()> &ends = nullptr) {
        return work_on_lists(*s, worker, {}, ends);
    }
    static std::string lines(int count) {
        std::string out = "name,url\n";
        for (int i = 0; i < count; ++i) {
            out += "urn:example:n" + std::to_string(i) + ",https://a.example/" + std::to_string(i) + "\n";
        }
        return out;
    }
};

INSTANTIATE_ON_BOTH_STORES(uploaded_lists);

// A list is shown by the name of its file, which somebody else may have chosen.
TEST_P(uploaded_lists, have_titles_on_one_line) {
    struct row {
        std::string_view file, title;
    };
    std::string longer(199, 'x');
    longer += "\u00FC.csv";
    const row rows[]{{"names.csv", "names.csv"}, {"vsc\u202Egpj.exe", "vsc gpj.exe"},
                     {"a\u2066b", "a b"},        {"a\u200Bb\uFEFF", "a b "},
                     {"a\nb\tc", "a b c"},       {"\u009B31m\x7F", " 31m "},
                     {{"a\0b", 3}, "a b"},       {"\u05D0\u200F", "\u05D0\u200F"},
                     {"\xFF", "list"},           {longer, std::string_view{longer}.substr(0, 199)}};
    for (const row &one : rows) {
        const auto made = s->write(somebody, [&](store::writing &w) {
            return add_list(w, administrator(), one.file, bulk_format::csv,
                            "name,url\nurn:example:a,https://a.example/\n");
        });
        ASSERT_TRUE(made) << made.error().detail;
        EXPECT_EQ(list(made->id).title, one.title);
    }
}

TEST_P(uploaded_lists, are_checked_imported_and_deleted) {
    const auto made = add("name,url\nurn:example:a,https://a.example/\nurn:example:b,no url\n");
    ASSERT_TRUE(made) << made.error().detail;
    EXPECT_FALSE(work("one"));
    EXPECT_FALSE(start(made->id, true, {"name"}));
    EXPECT_FALSE(start(made->id, true, {"url", "url"}));
    EXPECT_FALSE(start(made->id, true, {"name", "nothing"}));
    ASSERT_TRUE(start(made->id, true));
    EXPECT_FALSE(start(made->id, true));
    EXPECT_TRUE(work("one"));
    EXPECT_EQ(list(made->id).state, list_state::checked);
    EXPECT_EQ(list(made->id).counts.problems, 1U);
    ASSERT_TRUE(start(made->id, false));
    EXPECT_TRUE(work("one"));
    EXPECT_FALSE(work("one"));
    EXPECT_EQ(list(made->id).state, list_state::imported) << list(made->id).says;
    EXPECT_EQ(list(made->id).counts.assigned, 1U);
    const auto results = s->read([&](store::reading &r) { return results_of(r, made->id, 0, 10, false); });
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0].result, "assigned");
    EXPECT_EQ(results[0].name, "urn:example:a");
    EXPECT_EQ(results[1].line, 3U);
    EXPECT_NE(results[1].says, "");
    EXPECT_FALSE(start(made->id, false));
    const auto delete_before = [&](resolver::timestamp t) {
        return s->write(somebody, [&](store::writing &w) -> std::expected<std::int64_t, resolver::problem> {
            return expire_lists(w, t);
        });
    };
    EXPECT_EQ(delete_before(resolver::now() - std::chrono::hours{1}).value(), 0);
    EXPECT_EQ(delete_before(resolver::now() + std::chrono::hours{1}).value(), 1);
    EXPECT_FALSE(s->read([&](store::reading &r) { return list_of(r, administrator(), made->id); }));
}

TEST_P(uploaded_lists, continue_where_they_were_cut_off) {
    const auto made = add(lines(5000));
    ASSERT_TRUE(made);
    ASSERT_TRUE(start(made->id, false));
    EXPECT_TRUE(work("one", [] { return true; }));
    EXPECT_EQ(list(made->id).state, list_state::importing);
    // Who ends, gives its lease back: another one continues.
    EXPECT_TRUE(work("two"));
    EXPECT_EQ(list(made->id).state, list_state::imported) << list(made->id).says;
    EXPECT_EQ(list(made->id).counts.assigned, 5000U);
    EXPECT_EQ(s->read([&](store::reading &r) { return results_of(r, made->id, 0, 10000, false); }).size(), 5000U);
}

TEST_P(uploaded_lists, are_worked_on_by_one_process_at_a_time) {
    const auto made = add(lines(3000));
    ASSERT_TRUE(made);
    ASSERT_TRUE(start(made->id, true));
    bool other_found_one = true;
    EXPECT_TRUE(work("one", [&] {
        other_found_one = work("two");
        return false;
    }));
    EXPECT_FALSE(other_found_one);
    EXPECT_EQ(list(made->id).state, list_state::checked);
}

TEST_P(uploaded_lists, belong_to_their_holder) {
    const auto made = add("{\"name\":\"urn:example:a\"}\n", bulk_format::ndjson);
    ASSERT_TRUE(made);
    const resolver::principal other{.id = "token:other", .role = resolver::role::administrator};
    EXPECT_FALSE(s->read([&](store::reading &r) { return list_of(r, other, made->id); }));
    EXPECT_TRUE(s->read([&](store::reading &r) { return lists_of(r, other); }).empty());
    for (std::size_t i = 1; i < most_lists; ++i) EXPECT_TRUE(add("name\n"));
    EXPECT_FALSE(add("name\n"));
    EXPECT_FALSE(add(" \n"));
    EXPECT_FALSE(add("\xC3"));
}

// RFC 4180 2, with separators of others.
TEST(uploaded_list_source, makes_the_rows_of_an_import) {
    struct row {
        const char *list;
        std::vector<std::string> columns;
        const char *import;
    };
    const std::vector<row> rows{
        {"a,b\n1,2\n", {"name", "url"}, "name,url\n1,2\n"},
        {"a;b\r\n\"1;\"\"\";2", {"name", "url"}, "name,url\n\"1;\"\"\",2\n"},
        {"a\tb\tc\n1\t2\t3\n", {"url", "", "name"}, "url,name\n1,3\n"},
        {"a,b\n\"1\n2\",3\n\n4,5\n", {"name", "url"}, "name,url\n\"1\n2\",3\n\n4,5\n"},
        {"a,subject\n1,\"x \"\"y\"\"\"\n2,\n",
         {"name", "metadata."},
         "name,metadata\n1,\"{\"\"subject\"\":\"\"x \\\"\"y\\\"\"\"\"}\"\n2,\n"},
        {"a,b\n1\n", {"name", "url"}, "name,url\n1\n"},
    };
    for (const row &r : rows) {
        for (const std::size_t size : {1U, 3U, 100U}) {
            std::string_view rest = r.list;
            list_source source{r.columns, sample_of(r.list).separator, [&] {
                                   std::string part{rest.substr(0, size)};
                                   rest.remove_prefix(part.size());
                                   return part;
                               }};
            std::string read;
            for (auto part = source.read(); !part.empty(); part = source.read()) read += part;
            EXPECT_EQ(read, r.import) << r.list << size;
        }
    }
}

TEST(uploaded_list_source, guesses_columns) {
    EXPECT_EQ(guessed_columns({"Kennung", "Adresse", "Titel", "Verfasser", "Jahr", "Sprache", "Größe"}),
              (std::vector<std::string>{"name", "url", "title", "creator", "date", "language", ""}));
    EXPECT_EQ(guessed_columns({"URN", "Link", "Title", "Author", "Other", "url"}),
              (std::vector<std::string>{"name", "url", "title", "creator", "", ""}));
    EXPECT_EQ(sample_of("a;b,c;d\n1;2;3\n").separator, ';');
    EXPECT_EQ(sample_of("\xEF\xBB\xBF"
                        "a,b\n")
                  .header,
              (std::vector<std::string>{"a", "b"}));
}

} // namespace
