// Pages of lists: limited in number and in bytes, without a row twice or lost.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/pages.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::page_size;

class pages : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(pages);

std::string id_of_number(int n) { return "example:" + std::to_string(1000 + n); }

// 200 documents and names of about 4 KB.
std::unique_ptr<store::store> filled(const std::string &location) {
    auto s = store::store::open(location);
    (void)s->write({.who = "test", .from = "here"}, [](store::writing &w) -> std::expected<void, store::problem> {
        resolver::name_record r;
        r.locators.push_back({.url = "https://example.org/" + std::string(4000, 'x')});
        for (int n = 0; n < 200; ++n) {
            w.put("large", id_of_number(n), '"' + std::string(4000, 'y') + '"', "add");
            EXPECT_FALSE(w.add_name(id_of_number(n), r, "assign"));
        }
        return {};
    });
    return s;
}

TEST_P(pages, are_limited_in_number_and_in_bytes) {
    const auto s = filled(location());
    struct row {
        page_size size;
        std::size_t rows; // of the first page
        bool more;
    };
    for (const row &expected :
         {row{{.rows = 200}, 200, false}, row{{.rows = 199}, 199, true}, row{{.rows = 1}, 1, true},
          row{{.rows = 0}, 0, false}, row{{.rows = 1000, .bytes = 100'000}, 24, true},
          row{{.rows = 10, .bytes = 100'000}, 10, true}, row{{.rows = 1000, .bytes = 1}, 1, true}}) {
        s->read([&](store::reading &r) {
            const auto documents = store::documents_page(r, "large", "example:", "", expected.size);
            EXPECT_EQ(documents.rows.size(), expected.rows);
            EXPECT_EQ(documents.more, expected.more);
            const auto names = store::names_page(r, "example:", "", expected.size);
            EXPECT_EQ(names.rows.size(), expected.rows);
            EXPECT_EQ(names.more, expected.more);
            return 0;
        });
    }
}

TEST_P(pages, together_are_the_list) {
    const auto s = filled(location());
    for (const std::size_t bytes : {1U, 10'000U, 100'000U, 1'000'000U}) {
        std::vector<std::string> ids;
        std::string after;
        s->read([&](store::reading &r) {
            for (bool more = true; more;) {
                const auto page = store::documents_page(r, "large", "", after, {.rows = 70, .bytes = bytes});
                for (const auto &d : page.rows) ids.push_back(d.id);
                more = page.more;
                if (more) after = page.rows.back().id;
            }
            return 0;
        });
        ASSERT_EQ(ids.size(), 200U);
        for (int n = 0; n < 200; ++n) EXPECT_EQ(ids[static_cast<std::size_t>(n)], id_of_number(n));
    }
}

} // namespace
