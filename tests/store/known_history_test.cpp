// The last event that a process knows, the file with it, and a store whose history does not continue it.
#include <atomic>
#include <chrono>
#include <csignal>
#include <expected>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>
#include <uniform/store/write_scope.hpp>

#include "store/history/known_history.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::store;

using done = std::expected<void, problem>;

const origin somebody{.who = "token:1", .from = "192.0.2.1"};

digest hash_of(unsigned char octet) {
    digest d;
    d.fill(std::byte{octet});
    return d;
}

const known_head some{{258, hash_of(0xAB)}, {7'123'456'789'012'345'678U, 3}};

std::string content(const std::filesystem::path &p) {
    std::ifstream in(p, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void write_file(const std::filesystem::path &p, const std::string &text) {
    std::ofstream(p, std::ios::binary | std::ios::trunc) << text;
}

TEST(known_history, the_line_has_128_bytes_and_all_of_it_is_checked) {
    const std::string line = to_line(some);
    EXPECT_EQ(line.size(), 128U);
    EXPECT_TRUE(line.starts_with("uniform-1 0000000000000102 abab")) << line;
    EXPECT_TRUE(line.ends_with("\n")) << line;
    EXPECT_EQ(known_head_from(line), some);
    EXPECT_EQ(known_head_from(to_line({})), known_head{});
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string other = line;
        other[i] = other[i] == '0' ? '1' : '0';
        EXPECT_EQ(known_head_from(other), std::nullopt) << i;
        EXPECT_EQ(known_head_from(line.substr(0, i)), std::nullopt) << i;
    }
    EXPECT_EQ(known_head_from(line + line), std::nullopt);
}

// A write that was interrupted: the beginning of a line before the end of the one that was there.
TEST(known_history, a_torn_line_is_one_of_the_two_or_none) {
    const std::string before = to_line(some);
    const known_head next{{some.head.first + 1, hash_of(0xCD)}, some.where};
    const std::string after = to_line(next);
    for (std::size_t i = 0; i <= before.size(); ++i) {
        const auto read = known_head_from(after.substr(0, i) + before.substr(i));
        if (after.substr(0, i) == before.substr(0, i)) {
            EXPECT_EQ(read, some) << i;
        } else if (after.substr(i) == before.substr(i)) {
            EXPECT_EQ(read, next) << i;
        } else {
            EXPECT_EQ(read, std::nullopt) << i;
        }
    }
}

class head_files : public testing::Test {
protected:
    void SetUp() override { folder = test::temporary_folder("head"); }
    void TearDown() override { std::filesystem::remove_all(folder); }
    [[nodiscard]] std::string file() const { return (folder / "head").string(); }

    std::filesystem::path folder;
};

TEST_F(head_files, outlive_the_process) {
    {
        known_history k;
        k.keep_in(file());
        EXPECT_EQ(k.failed(), "");
        EXPECT_TRUE(k.advance({}, some.head));
        EXPECT_FALSE(k.advance({}, {259, {}})); // something else is known
        EXPECT_TRUE(k.advance({}, some.head));  // this is known already
    }
    EXPECT_EQ(content(file()), to_line({some.head, {}}));
    struct stat is{};
    ASSERT_EQ(::stat(file().c_str(), &is), 0);
    EXPECT_EQ(is.st_mode & 07U, 0U);
    known_history again;
    again.keep_in(file());
    EXPECT_EQ(again.known().head, some.head);
    EXPECT_EQ(again.failed(), "");
}

TEST_F(head_files, that_are_torn_short_or_of_something_else_are_not_known_and_are_written_anew) {
    const std::string line = to_line(some);
    for (const std::string &text :
         {line.substr(0, 60), line.substr(0, 127), std::string("garbage\n"), std::string(128, '\0'),
          to_line({{300, hash_of(1)}, {}}).substr(0, 64) + line.substr(64)}) {
        write_file(file(), text);
        known_history k;
        k.keep_in(file());
        EXPECT_EQ(k.known(), known_head{});
        EXPECT_TRUE(k.failed().contains(file())) << k.failed();
        EXPECT_TRUE(k.advance({}, some.head));
        EXPECT_EQ(k.failed(), "");
        EXPECT_EQ(content(file()).substr(0, 128), to_line({some.head, {}}));
    }
    write_file(file(), "");
    known_history k;
    k.keep_in(file());
    EXPECT_EQ(k.failed(), "");
}

TEST_F(head_files, that_cannot_be_opened_or_written_are_none) {
    known_history nowhere;
    nowhere.keep_in((folder / "no" / "head").string());
    EXPECT_TRUE(nowhere.failed().contains("cannot be opened")) << nowhere.failed();
    EXPECT_TRUE(nowhere.advance({}, some.head));
    EXPECT_EQ(nowhere.known().head, some.head);
    EXPECT_EQ(head_noted_in((folder / "no" / "head").string()), std::nullopt);
}

// Neither of them keeps a service from starting, nor is waited for: a FIFO has no writer.
TEST_F(head_files, that_are_no_regular_files_are_none) {
    ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
    std::filesystem::create_symlink("loop", folder / "loop");
    for (const std::string &path : {folder.string(), (folder / "fifo").string(), std::string("/dev/null")}) {
        known_history k;
        k.keep_in(path);
        EXPECT_EQ(k.failed(), "the file " + path + " is no regular file");
        EXPECT_TRUE(k.advance({}, some.head));
        k.look_at_file();
        EXPECT_EQ(k.known().head, some.head);
        EXPECT_EQ(head_noted_in(path), std::nullopt);
    }
    known_history k;
    k.keep_in((folder / "loop").string());
    EXPECT_TRUE(k.failed().contains("cannot be opened for writing")) << k.failed();
    EXPECT_TRUE(k.advance({}, some.head));
}

TEST_F(head_files, may_be_symbolic_links) {
    std::filesystem::create_symlink("elsewhere", file());
    {
        known_history k;
        k.keep_in(file());
        EXPECT_EQ(k.failed(), "");
        EXPECT_TRUE(k.advance({}, some.head));
    }
    EXPECT_TRUE(std::filesystem::is_symlink(file()));
    EXPECT_EQ(content(folder / "elsewhere"), to_line({some.head, {}}));
    EXPECT_EQ(head_noted_in(file()), some.head);
    known_history k;
    k.keep_in(file());
    EXPECT_EQ(k.known().head, some.head);
}

// A limit of the size of files stands for a disk that gets full in the middle of a line.
TEST_F(head_files, that_got_half_a_line_are_not_known_and_are_written_as_soon_as_there_is_room) {
    struct rlimit all{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &all), 0);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    for (const rlim_t room : {rlim_t{64}, rlim_t{0}}) {
        std::filesystem::remove(file());
        known_history k;
        k.keep_in(file());
        struct rlimit less = all;
        less.rlim_cur = room;
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &less), 0);
        EXPECT_TRUE(k.advance({}, some.head));
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &all), 0);
        EXPECT_TRUE(k.failed().contains("cannot be written")) << k.failed();
        EXPECT_EQ(content(file()).size(), room);
        EXPECT_EQ(head_noted_in(file()), std::nullopt);
        known_history next; // a process that starts now
        next.keep_in(file());
        EXPECT_EQ(next.known(), known_head{});
        EXPECT_TRUE(k.advance(some.head, {259, hash_of(1)}));
        EXPECT_EQ(k.failed(), "");
        EXPECT_EQ(head_noted_in(file()), (history_head{259, hash_of(1)}));
    }
    std::signal(SIGXFSZ, ignored);
}

TEST_F(head_files, are_shared_by_processes_and_keep_the_later_event) {
    known_history a, b;
    a.keep_in(file());
    b.keep_in(file());
    EXPECT_TRUE(a.advance({}, {5, hash_of(5)}));
    EXPECT_TRUE(b.advance({}, {4, hash_of(4)}));
    EXPECT_EQ(content(file()), to_line({{5, hash_of(5)}, {}}));
    b.look_at_file();
    EXPECT_EQ(b.known().head.first, 5U);
}

class histories : public uniform::test::on_both_stores {
protected:
    [[nodiscard]] std::unique_ptr<uniform::store::store> open() const {
        return uniform::store::store::open(location(), {.database = {.reconnect_for = std::chrono::seconds{2},
                                                                     .head_file = (folder() / "head").string()}});
    }
    static void put(uniform::store::store &s, std::string_view id) {
        ASSERT_TRUE(s.write(somebody, [&](writing &w) -> done {
            w.put("token", id, "{}", "put");
            return {};
        }));
    }
    static void add(uniform::store::store &s, const std::string &key) {
        ASSERT_TRUE(s.write(somebody, [&](writing &w) -> done {
            EXPECT_FALSE(w.add_name(key, {}, "assign"));
            return {};
        }));
    }
    static bool is_refused(uniform::store::store &s) {
        try {
            (void)s.write(somebody, [&](writing &w) -> done {
                EXPECT_FALSE(w.add_name("example:refused", {}, "assign"));
                return {};
            });
        } catch (const failure &f) {
            EXPECT_EQ(f.kind(), failure_kind::history) << f.what();
            return true;
        }
        return false;
    }
    static history_head head(uniform::store::store &s) {
        return s.read([](reading &r) { return r.head(); });
    }
    /// An older backup takes the place of the store, which has the last event no more.
    void lose_last_event(std::unique_ptr<uniform::store::store> &s) {
        const auto number = std::to_string(head(*s).first);
        if (GetParam() == dialect::postgresql) {
            test::run_sql(location(), "SET session_replication_role = replica; DELETE FROM documents WHERE event = " +
                                          number + "; DELETE FROM history WHERE first = " + number);
            return;
        }
        s.reset();
        std::filesystem::rename(folder() / "older.db", location());
        for (const char *const end : {"-wal", "-shm"}) std::filesystem::remove(location() + end);
        s = open();
    }
    void back_up(uniform::store::store &s) const { s.sql_database().backup((folder() / "older.db").string(), {}); }
};
INSTANTIATE_ON_BOTH_STORES(histories);

TEST_P(histories, an_older_backup_is_not_written_to_until_its_loss_is_confirmed) {
    auto s = open();
    put(*s, "a");
    back_up(*s);
    EXPECT_EQ(s->refusal_of_history(), "");
    put(*s, "b");
    const auto lost = head(*s);
    lose_last_event(s);
    EXPECT_TRUE(is_refused(*s));
    EXPECT_TRUE(is_refused(*s));
    const auto why = s->refusal_of_history();
    EXPECT_TRUE(why.contains("ends with event 1:")) << why;
    EXPECT_TRUE(why.contains("uniform store confirm-history " + to_string(lost))) << why;
    EXPECT_TRUE(s->read([](reading &r) { return r.find("token", "a").has_value(); }));
    // The next process knows it, too; one without the file does not.
    EXPECT_TRUE(is_refused(*open()));
    {
        const auto other = uniform::store::store::open(location());
        EXPECT_EQ(other->refusal_of_history(), "");
        // Another event says nothing about this one.
        EXPECT_EQ(other->confirm_history(somebody, {lost.first, hash_of(7)}), 2U);
        EXPECT_TRUE(is_refused(*s));
        EXPECT_EQ(other->confirm_history(somebody, lost), 3U);
        EXPECT_EQ(other->confirm_history(somebody, lost), 0U);
    }
    EXPECT_EQ(s->refusal_of_history(), "");
    add(*s, "example:c");
    const auto confirmed = s->read([](reading &r) { return *r.event_at(3); });
    EXPECT_EQ(confirmed.kind, "history");
    EXPECT_EQ(confirmed.id, to_string(lost));
    EXPECT_EQ(confirmed.action, "confirm");
    EXPECT_EQ(confirmed.who, somebody.who);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
    const auto last = head(*s);
    s.reset();
    EXPECT_EQ(open()->refusal_of_history(), "");
    EXPECT_EQ(known_head_from(content(folder() / "head"))->head, last);
}

// A store that was deleted on purpose: what is to be deleted with it is said, without its folder, as clients see it.
TEST_P(histories, an_empty_store_in_the_place_of_another_one_is_not_written_to) {
    write_file(folder() / "head", to_line({some.head, {}}));
    // The tables are not made in an empty database of PostgreSQL, so that it is not even opened.
    const std::string why = [this]() -> std::string {
        try {
            const auto s = open();
            EXPECT_TRUE(is_refused(*s));
            return s->refusal_of_history();
        } catch (const failure &f) {
            EXPECT_EQ(f.kind(), failure_kind::history) << f.what();
            return f.what();
        }
    }();
    EXPECT_TRUE(why.starts_with("the store is empty and does not have event " + to_string(some.head))) << why;
    EXPECT_TRUE(why.contains("new store on purpose, stop the service and delete the file head, which")) << why;
    EXPECT_FALSE(why.contains(folder().string())) << why;
    std::filesystem::remove(folder() / "head");
    add(*open(), "example:first");
}

// The version before had no such file.
TEST_P(histories, a_store_without_a_file_is_known_by_the_first_look_at_it) {
    {
        const auto s = uniform::store::store::open(location());
        put(*s, "a");
        put(*s, "b");
    }
    const auto s = open();
    EXPECT_EQ(s->refusal_of_history(), "");
    EXPECT_EQ(head_noted_in((folder() / "head").string()), head(*s));
    put(*s, "c");
    EXPECT_EQ(head_noted_in((folder() / "head").string()), head(*s));
}

TEST_P(histories, a_process_that_knows_of_the_loss_confirms_it_itself) {
    auto s = open();
    put(*s, "a");
    back_up(*s);
    put(*s, "b");
    const auto lost = head(*s);
    lose_last_event(s);
    EXPECT_TRUE(is_refused(*s));
    if (GetParam() == dialect::sqlite) {
        EXPECT_EQ(s->confirm_history(somebody, {lost.first, hash_of(7)}), 2U);
        EXPECT_TRUE(is_refused(*s));
        EXPECT_EQ(s->confirm_history(somebody, lost), 3U);
        EXPECT_FALSE(is_refused(*s));
        EXPECT_EQ(s->confirm_history(somebody, head(*s)), 0U); // it is not lost
    }
}

TEST_P(histories, another_process_writes_and_nothing_is_refused) {
    const auto a = open();
    const auto b = uniform::store::store::open(location());
    for (int n = 0; n < 20; ++n) {
        add(*a, "example:a" + std::to_string(n));
        add(*b, "example:b" + std::to_string(n));
        EXPECT_EQ(a->refusal_of_history(), "");
    }
    EXPECT_EQ(a->refusal_of_history(), "");
    EXPECT_EQ(a->sql_database().known().known().head, head(*b));
    EXPECT_TRUE(a->verify({}, {}).found.empty());
}

// The end of the history is read before others write, and is compared with what they have noted meanwhile.
TEST_P(histories, a_look_and_a_new_connection_while_others_write_refuse_nothing) {
    const auto s = open();
    put(*s, "a");
    std::atomic<bool> ends = false;
    std::jthread writes([&] {
        for (int n = 0; n < 300; ++n) add(*s, "example:" + std::to_string(n));
        ends = true;
    });
    while (!ends) {
        EXPECT_EQ(s->refusal_of_history(), "");
        EXPECT_NO_THROW(static_cast<void>(s->sql_database().connect_to_follow()));
        EXPECT_TRUE(s->sql_database().refused_servers().empty());
    }
}

TEST_P(histories, a_write_requires_an_event) {
    const auto s = open();
    ASSERT_TRUE(s->write(somebody, [&](writing &w) -> done {
        for (const char *const id : {"a", "b", "c"}) w.put("token", id, "{}", "put");
        return {};
    }));
    const auto all = s->read([](reading &r) { return r.events(0, 10); });
    ASSERT_EQ(all.size(), 3U);
    int n = 0;
    const auto is_written = [&](const history_head &required) {
        const write_scope scope(required);
        try {
            add(*s, "example:" + std::to_string(n++));
        } catch (const event_missing &e) {
            EXPECT_TRUE(std::string(e.what()).contains("does not have event " + to_string(required))) << e.what();
            EXPECT_FALSE(scope.head());
            return false;
        }
        EXPECT_EQ(scope.head(), head(*s));
        return true;
    };
    for (const event &e : all) {
        EXPECT_TRUE(is_written({e.number, e.hash})) << e.number;
        EXPECT_FALSE(is_written({e.number, hash_of(9)})) << e.number;
    }
    EXPECT_TRUE(is_written(head(*s)));
    EXPECT_TRUE(is_written(head(*s)));
    EXPECT_TRUE(is_written({}));
    EXPECT_FALSE(is_written({1000, hash_of(9)}));
    EXPECT_EQ(write_scope::current(), nullptr);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

// While a transaction is committed, another thread learns of an event of another server.
TEST_P(histories, a_commit_of_a_server_that_lacks_what_is_known_then_is_uncertain) {
    const auto s = open();
    put(*s, "a");
    const auto before = head(*s);
    try {
        (void)s->write(somebody, [&](writing &w) -> done {
            w.put("token", "b", "{}", "put");
            EXPECT_TRUE(s->sql_database().known().advance(before, {1000, hash_of(9)}));
            return {};
        });
        ADD_FAILURE();
    } catch (const failure &f) {
        EXPECT_EQ(f.kind(), failure_kind::uncertain) << f.what();
        EXPECT_TRUE(std::string(f.what()).contains("lacks event 1000:")) << f.what();
    }
    EXPECT_TRUE(is_refused(*s));
}

TEST_P(histories, only_the_store_confirms_a_history) {
    const auto s = open();
    EXPECT_THROW((void)s->write(somebody,
                                [&](writing &w) -> done {
                                    w.put("history", "1:00", "{}", "put");
                                    return {};
                                }),
                 failure);
}

// Everything that is written to a file without a name is gone with the process.
TEST(replaced_files, are_not_written_to) {
    const auto folder = test::temporary_folder("replaced");
    const auto path = (folder / "names.db").string();
    const auto s = uniform::store::store::open(path, {.database = {.head_file = path + "-head"}});
    const auto put = [&](std::string_view id) {
        ASSERT_TRUE(s->write(somebody, [&](writing &w) -> done {
            w.put("token", id, "{}", "put");
            return {};
        }));
    };
    put("a");
    s->sql_database().backup((folder / "older.db").string(), {});
    put("b");
    std::filesystem::rename(folder / "older.db", path);
    EXPECT_TRUE(s->refusal_of_history().contains("was replaced by another one")) << s->refusal_of_history();
    EXPECT_THROW(put("c"), failure);
    std::filesystem::remove(path);
    EXPECT_TRUE(s->refusal_of_history().contains("was removed or renamed")) << s->refusal_of_history();
    EXPECT_THROW(put("c"), failure);
    std::filesystem::remove_all(folder);
}

} // namespace
