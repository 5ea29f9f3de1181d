// Carrying out plans that were made by hand: what needs no server, or one that says a few lines.
#include <uniform/access/access.hpp>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

struct carried {
    std::string all;
    std::expected<access_result, access_failure> got;
};

carried carry(const access_plan &plan, const access_options &options = {}) {
    carried c;
    c.got = carry_out(
        plan,
        [&](std::string_view part) {
            c.all += part;
            return true;
        },
        options);
    return c;
}

access_plan plan_for(std::string scheme, std::vector<access_step> steps) {
    access_plan p;
    p.scheme = std::move(scheme);
    p.host = "127.0.0.1";
    p.port = 9; // discard: nothing of this is to be sent
    p.steps = std::move(steps);
    return p;
}

// Greets whoever comes, answers a line that begins with one of the words, and keeps what it was told.
class teller {
public:
    using answers = std::vector<std::pair<std::string, std::string>>;

    teller(std::string greeting, answers says)
        : greeting_{std::move(greeting)}, says_{std::move(says)}, listening_{::socket(AF_INET, SOCK_STREAM, 0)} {
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof here;
        if (::bind(listening_, reinterpret_cast<const sockaddr *>(&here), size) != 0 || ::listen(listening_, 4) != 0 ||
            ::getsockname(listening_, reinterpret_cast<sockaddr *>(&here), &size) != 0) {
            ADD_FAILURE() << "no socket";
        }
        port = ntohs(here.sin_port);
        thread_ = std::thread{[this] { serve(); }};
    }
    ~teller() { stop(); }
    teller(const teller &) = delete;
    teller &operator=(const teller &) = delete;

    // All lines, once the clients have gone.
    const std::string &heard() {
        stop();
        return heard_;
    }

    std::uint16_t port = 0;

private:
    void stop() {
        if (!thread_.joinable()) return;
        ::shutdown(listening_, SHUT_RDWR);
        thread_.join();
        ::close(listening_);
    }
    void serve() {
        for (int client = -1; (client = ::accept(listening_, nullptr, nullptr)) >= 0; ::close(client)) {
            say(client, greeting_);
            std::string line;
            std::array<char, 1> c{};
            while (::recv(client, c.data(), 1, 0) == 1) {
                line += c[0];
                if (c[0] != '\n') continue;
                heard_ += line;
                for (const auto &[word, answer] : says_) {
                    if (line.starts_with(word)) {
                        say(client, answer);
                        break;
                    }
                }
                line.clear();
            }
        }
    }
    static void say(int client, const std::string &line) {
        if (::send(client, line.data(), line.size(), MSG_NOSIGNAL) < 0) return;
    }

    std::string greeting_;
    answers says_;
    int listening_;
    std::string heard_{};
    std::thread thread_{};
};

TEST(access, who_has_a_client) {
    for (const char *scheme : {"http", "https", "ftp", "gopher", "nntp", "news", "snews", "file", "data"}) {
        EXPECT_TRUE(can_carry_out(scheme)) << scheme;
    }
    for (const char *scheme : {"telnet", "mailto", "wais", "prospero", "ldap", "ws", "", "HTTP"}) {
        EXPECT_FALSE(can_carry_out(scheme)) << scheme;
        EXPECT_EQ(carry(plan_for(scheme, {{"connect"}})).got.error().problem, access_problem::no_client) << scheme;
    }
}

TEST(access, data) {
    const auto c = carry(plan_for("data", {{"data", "high\ntide"}}));
    EXPECT_EQ(c.all, "high\ntide");
    ASSERT_TRUE(c.got);
    EXPECT_EQ(c.got->size, 9U);
}

TEST(access, the_limit_is_of_bytes_received) {
    access_options o;
    o.max_size = 9;
    EXPECT_TRUE(carry(plan_for("data", {{"data", "high\ntide"}}), o).got);
    o.max_size = 8;
    const auto c = carry(plan_for("data", {{"data", "high\ntide"}}), o);
    EXPECT_EQ(c.got.error().problem, access_problem::too_large);
    EXPECT_EQ(c.all, "");
    o.max_size = 0;
    EXPECT_TRUE(carry(plan_for("data", {{"data", ""}}), o).got);
}

TEST(access, the_sink_may_have_enough) {
    const auto got = carry_out(plan_for("data", {{"data", "x"}}), [](std::string_view) { return false; });
    EXPECT_EQ(got.error().problem, access_problem::stopped);
}

TEST(access, the_observer_may_stop) {
    access_options o;
    o.observe = [](std::uint64_t, std::optional<std::uint64_t>) { return false; };
    const auto got = carry(plan_for("data", {{"data", "x"}}), o).got;
    EXPECT_EQ(got.error().problem, access_problem::stopped);
}

TEST(access, what_cannot_be_sent_is_not_tried) {
    const std::string nul{"a\0b", 3};
    const access_plan rows[]{
        plan_for("ftp", {{"CWD", nul}, {"RETR", "x"}}),
        plan_for("ftp", {{"RETR", ""}}),
        plan_for("ftp", {{"RETR", "a\r\nDELE b"}}),
        plan_for("ftp", {{"RETR", "a\tb"}}),
        plan_for("ftp", {{"RETR", "a/"}}),
        plan_for("ftp", {{"TYPE", "e"}, {"RETR", "x"}}),
        plan_for("ftp", {{"DELE", "x"}}),
        plan_for("gopher", {{"send", nul + "\r\n"}}),
        plan_for("http", {{"GET", "/"}, {"Host", "a\r\nX: y"}}),
        plan_for("http", {{"GET", "/\r\n\r\n"}, {"Host", "a"}}),
    };
    for (const access_plan &plan : rows) {
        const auto got = carry(plan).got;
        EXPECT_EQ(got.error().problem, access_problem::unsendable) << message(got.error());
    }
}

TEST(access, what_cannot_be_a_host_is_not_asked_for) {
    for (const std::string &host :
         {std::string{}, std::string{"a/b"}, std::string{"a@b"}, std::string{"a#b"}, std::string{"a?b"},
          std::string{"a%b"}, std::string{"a\0b", 3}, std::string{"a b"}, std::string{"a\r\nb"}}) {
        for (const char *scheme : {"http", "ftp", "gopher", "nntp"}) {
            access_plan plan = plan_for(scheme, {});
            plan.host = host;
            const auto got = carry(plan).got;
            EXPECT_EQ(got.error().problem, access_problem::unsendable) << scheme << ' ' << host << message(got.error());
        }
    }
}

// RFC 3986 3.2.2: "address mechanism not supported"; "must be transformed to the IDNA encoding ... prior to name
// lookup"
TEST(access, hosts_that_need_more_than_a_look_up_are_refused_with_the_reason) {
    struct row {
        std::string host;
        std::string why;
    };
    const row rows[]{
        {"[v1.a]", "address mechanism not supported (RFC 3986 section 3.2.2)"},
        {"[VF.a:b]", "address mechanism not supported (RFC 3986 section 3.2.2)"},
        {"\xFF.example", "this cannot be a host name: the name is not UTF-8"},
        {"a\u0378.example", "this cannot be a host name: U+0378 is not allowed in a host name"},
        {"\u2100.example", "this cannot be a host name: the name contains a forbidden domain code point"}, // "a/c"
    };
    for (const row &r : rows) {
        for (const char *scheme : {"http", "ftp", "gopher", "nntp"}) {
            access_plan plan = plan_for(scheme, {});
            plan.host = r.host;
            const auto got = carry(plan).got;
            EXPECT_EQ(got.error().problem, access_problem::unsendable) << scheme << ' ' << r.host;
            EXPECT_TRUE(message(got.error()).ends_with(r.why)) << scheme << ' ' << message(got.error());
        }
    }
}

// draft-ietf-uri-url-06 3.2.1: "if ... the remote server requests a password, the program should request one"
TEST(access, a_password_is_asked_for_when_the_server_wants_one) {
    access_plan plan = plan_for("ftp", {{"CWD", "x"}});
    plan.login = credentials::ask_password;
    plan.user = "harbour";
    int asked = 0;
    access_options o;
    o.ask_password = [&](std::string_view user, std::string_view host) {
        ++asked;
        EXPECT_EQ(user, "harbour");
        EXPECT_EQ(host, "127.0.0.1");
        return std::optional<std::string>{"quay 7"};
    };
    {
        teller server{"220 ready\r\n", {{"USER", "230 in\r\n"}, {"PWD", "257 \"/\"\r\n"}, {"CWD", "550 no\r\n"}}};
        plan.port = server.port;
        EXPECT_EQ(message(carry(plan, o).got.error()), "CWD x: 550 no");
        EXPECT_EQ(asked, 0);
        EXPECT_FALSE(server.heard().contains("PASS")) << server.heard();
    }
    {
        teller server{"220 ready\r\n", {{"USER", "331-so\r\n331 password?\r\n"}, {"PASS", "530 no\r\n"}}};
        plan.port = server.port;
        EXPECT_EQ(message(carry(plan, o).got.error()), "PASS: 530 no");
        EXPECT_EQ(asked, 1);
        EXPECT_TRUE(server.heard().starts_with("USER harbour\r\nUSER harbour\r\nPASS quay 7\r\n")) << server.heard();
    }
    for (const char *scheme : {"ftp", "nntp"}) { // nobody to ask
        teller server{scheme == std::string_view{"ftp"} ? "220 ready\r\n" : "200 ready\r\n",
                      {{"USER", "331 p\r\n"}, {"GROUP", "480 who?\r\n"}, {"AUTHINFO USER", "381 p\r\n"}}};
        plan.scheme = scheme;
        plan.steps = {scheme == std::string_view{"ftp"} ? access_step{"RETR", "x"} : access_step{"GROUP", "x"}};
        plan.port = server.port;
        const auto got = carry(plan).got;
        EXPECT_EQ(got.error().problem, access_problem::no_password) << message(got.error());
        EXPECT_TRUE(got.error().step.ends_with("PASS"));
        EXPECT_FALSE(server.heard().contains("PASS")) << server.heard();
    }
}

// draft-ietf-uri-url-06 6: a line end would begin another command
TEST(access, line_ends_in_a_user_or_password_are_never_sent) {
    for (const std::string &end : {std::string{"\r\n"}, std::string{"\r"}, std::string{"\n"}, std::string{"\0", 1}}) {
        const std::string bad = "quay" + end + "DELE x";
        for (const char *scheme : {"ftp", "nntp"}) {
            for (const int from : {0, 1, 2, 3}) {
                teller server{scheme == std::string_view{"ftp"} ? "220 ready\r\n" : "200 ready\r\n",
                              {{"USER", "331 p\r\n"}, {"GROUP", "480 who?\r\n"}, {"AUTHINFO USER", "381 p\r\n"}}};
                access_plan plan = plan_for(
                    scheme, {scheme == std::string_view{"ftp"} ? access_step{"RETR", "x"} : access_step{"GROUP", "x"}});
                plan.port = server.port;
                access_options o;
                plan.login = credentials::given;
                plan.user = from == 0 ? bad : "harbour";
                if (from == 1) plan.password = bad;
                if (from == 2) { // the mail address
                    plan.login = credentials::anonymous;
                    plan.password = bad;
                }
                if (from == 3) {
                    plan.login = credentials::ask_password;
                    o.ask_password = [&](std::string_view, std::string_view) { return std::optional{bad}; };
                }
                const auto got = carry(plan, o).got;
                EXPECT_EQ(got.error().problem, access_problem::unsendable) << message(got.error());
                EXPECT_FALSE(message(got.error()).contains("quay")) << message(got.error());
                EXPECT_FALSE(server.heard().contains("quay")) << server.heard();
            }
        }
    }
}

TEST(access, passwords_are_masked) {
    constexpr std::pair<const char *, const char *> rows[]{
        {"http://u:secret@h/x", "http://u:***@h/x"},
        {"//u:secret@h/x", "//u:***@h/x"},
        {"http://u:@h/x", "http://u:***@h/x"},
        {"http://u@h/a:b@c", "http://u@h/a:b@c"},
        {"http://h:80/a:b@c?d:e@f", "http://h:80/a:b@c?d:e@f"},
        {"/a:b@c", "/a:b@c"},
        {"http://u:sec@ret@h/x", "http://u:***@h/x"},
        {"http://u:sec ret@h/x", "http://u:***@h/x"},
        {"http://u:sec/r et@h/x", "http://u:***@h/x"},
        {"http:\\\\u:secret@h/x", "http:\\\\u:***@h/x"},
        {"http:/u:secret@h/x", "http:/u:***@h/x"},
        {"http:u:secret@h", "http:***@h"},
        {"ftp://u:secret@[::1]/x", "ftp://u:***@[::1]/x"},
        {"http://u:secret@[/", "http://u:***@[/"},
        {" http://u:secret@h/", " http:***@h/"},
        {"", ""},
        {":", ":"},
        {"a:", "a:"},
        {"@", "@"},
        {":@", ":***@"},
        {"a:/", "a:/"},
        {"http://", "http://"},
        {"http://h", "http://h"},
    };
    for (const auto &[text, shown] : rows) EXPECT_EQ(mask_password(text), shown) << text;

    for (const std::string begin : {"http://u:", "//u:", "http:\\\\u:", "x+y:/u:", "u:"}) {
        for (int byte = 0; byte < 256; ++byte) {
            const std::string text = begin + 's' + static_cast<char>(byte) + "t@h/x";
            EXPECT_EQ(mask_password(text), begin + "***@h/x") << text;
        }
    }
}

TEST(access, a_file_elsewhere) {
    access_plan plan = plan_for("file", {{"path", "/etc/hostname"}});
    EXPECT_EQ(carry(plan).got.error().problem, access_problem::not_here);
    plan.local = true;
    plan.steps = {{"path", "/"}};
    EXPECT_EQ(carry(plan).got.error().problem, access_problem::not_here);
    EXPECT_EQ(message(carry(plan).got.error()), "open /: a directory");
}

// RFC 3986 7.3, 7.4
TEST(access, addresses_of_special_use_are_contacted_only_if_that_is_allowed) {
    teller server{"220 ready\r\n", {{"", "530 no\r\n"}}};
    access_options o;
    o.addresses = address_policy::internet;
    for (const char *host : {"127.0.0.1", "0x7f.1", "localhost", "[::1]", "10.0.0.1", "0x08080808",
                             "\uFF11\uFF12\uFF17.0.0.1", "\uFF4Cocalhost"}) {
        for (const char *scheme : {"http", "ftp", "gopher", "nntp"}) {
            access_plan plan = plan_for(scheme, {});
            plan.host = host;
            plan.port = server.port;
            EXPECT_EQ(carry(plan, o).got.error().problem, access_problem::not_allowed) << scheme << ' ' << host;
        }
    }
    o.addresses = address_policy::first_any;
    access_plan plan = plan_for("ftp", {{"USER", "anonymous"}, {"PASS", ""}, {"TYPE", "I"}, {"RETR", "x"}});
    plan.port = server.port;
    EXPECT_EQ(carry(plan, o).got.error().problem, access_problem::refused);
    EXPECT_EQ(server.heard(), "USER anonymous\r\n");
}

TEST(access, what_the_caller_has_is_not_received_again) {
    std::string name{"/tmp/uniform-access-XXXXXX"};
    const int file = ::mkstemp(name.data());
    ASSERT_EQ(::write(file, "0123456789", 10), 10);
    ::close(file);
    access_plan plan;
    plan.scheme = "file";
    plan.local = true;
    plan.steps = {{"path", name}};
    std::uint64_t begun = 99;
    access_options o;
    o.begin = [&](std::uint64_t at) {
        begun = at;
        return true;
    };
    const std::pair<std::uint64_t, std::string> rows[]{{0, "0123456789"}, {4, "456789"}, {10, ""}, {11, "0123456789"}};
    for (const auto &[has, rest] : rows) {
        o.resume_at = has;
        const carried c = carry(plan, o);
        EXPECT_EQ(c.all, rest);
        EXPECT_EQ(begun, has == 11 ? 0U : has);
        EXPECT_EQ(c.got->resumed_at, begun);
    }
    o.resume_at = 4;
    o.max_size = 9;
    EXPECT_EQ(carry(plan, o).got.error().problem, access_problem::too_large);
    ::unlink(name.c_str());
    o.max_size = 100;
    o.begin = [](std::uint64_t) { return false; };
    EXPECT_EQ(carry(plan_for("data", {}), o).got.error().problem, access_problem::stopped);
}

TEST(access, no_time) {
    access_options o;
    o.timeout = std::chrono::milliseconds{0};
    for (const char *scheme : {"http", "ftp", "gopher", "nntp"}) {
        EXPECT_EQ(carry(plan_for(scheme, {}), o).got.error().problem, access_problem::timed_out) << scheme;
    }
}

TEST(access, any_duration_is_taken) {
    using std::chrono::milliseconds;
    for (const milliseconds time : {milliseconds::max(), milliseconds::max() / 2, milliseconds{1LL << 40},
                                    milliseconds{1LL << 31}, milliseconds{90'000'000}}) {
        access_options o;
        o.timeout = o.connect_timeout = o.idle_timeout = time;
        for (const char *scheme : {"ftp", "nntp"}) {
            teller server{"500 no\r\n", {}};
            access_plan plan = plan_for(scheme, {});
            plan.port = server.port;
            const auto got = carry(plan, o).got;
            EXPECT_NE(got.error().problem, access_problem::timed_out) << scheme << message(got.error());
            EXPECT_TRUE(message(got.error()).contains("500")) << scheme << ' ' << message(got.error());
        }
        EXPECT_TRUE(carry(plan_for("data", {{"data", "x"}}), o).got);
    }
    for (const milliseconds time : {milliseconds::min(), milliseconds{-1}}) {
        access_options o;
        o.timeout = time;
        EXPECT_EQ(carry(plan_for("nntp", {}), o).got.error().problem, access_problem::timed_out);
        o = {};
        o.connect_timeout = o.idle_timeout = time; // as short as can be, and no overflow
        EXPECT_FALSE(carry(plan_for("nntp", {}), o).got);
    }
}

TEST(access, problems_have_names) {
    for (int i = 0; i <= static_cast<int>(access_problem::not_allowed); ++i) {
        EXPECT_NE(to_string(static_cast<access_problem>(i)), "");
    }
}

} // namespace
