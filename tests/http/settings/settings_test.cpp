// Settings: the table, and what is read from file, environment and flags.

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>

namespace uniform::http {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

configuration good(const settings_input &in) {
    auto c = configure(in);
    if (!c) {
        ADD_FAILURE() << c.error().front().where << ": " << c.error().front().detail;
        return {};
    }
    return *std::move(c);
}
configuration from_file(std::string text) { return good({.file_name = "u.toml", .file = std::move(text)}); }

TEST(settings, defaults_are_valid_and_every_row_is_complete) {
    const configuration c = good({});
    EXPECT_EQ(c.values.port, 8141U);
    EXPECT_EQ(c.values.address, "127.0.0.1");
    EXPECT_EQ(c.values.store_cache, 64U << 20U);
    EXPECT_EQ(c.values.links_recheck, std::chrono::days{7});
    std::set<std::string> seen;
    for (const setting &s : all_settings()) {
        EXPECT_TRUE(seen.insert(environment_name(s)).second) << s.name << ": two settings with one variable";
        EXPECT_NE(s.name.find('.'), std::string_view::npos) << s.name;
        EXPECT_TRUE(s.help.ends_with('.')) << s.name;
        EXPECT_EQ(find_setting(s.name), &s);
    }
}

TEST(settings, each_row_has_a_destination_of_its_own) {
    for (const setting &a : all_settings()) {
        for (const setting &b : all_settings())
            EXPECT_TRUE(&a == &b || a.member != b.member) << a.name << ", " << b.name;
    }
}

TEST(settings, switches_begin_with_their_defaults) {
    const settings fresh;
    for (const setting &s : all_settings()) {
        if (s.type != setting_type::boolean) continue;
        EXPECT_EQ(value_of(s, fresh, false), s.fallback) << s.name;
    }
}

TEST(settings, what_is_shown_reads_back_as_the_same) {
    const configuration one = good({.flags = {{"server.port", "80"},
                                              {"limits.trusted_proxies", "10.0.0.0/8, ::1"},
                                              {"links.host_delay", "90s"},
                                              {"harvest.name", "a \"b\" c"},
                                              {"store.cache", "3M"}}});
    const configuration two = from_file(to_toml(one, false));
    for (const setting &s : all_settings()) {
        EXPECT_EQ(value_of(s, one.values, false), value_of(s, two.values, false)) << s.name;
    }
}

TEST(settings, flags_win_over_environment_over_file_over_default) {
    const settings_input in{.file_name = "u.toml",
                            .file = "[server]\nport = 1\nworkers = 2\npool = 3\n",
                            .environment = {{"UNIFORM_SERVER_PORT", "4"}, {"UNIFORM_SERVER_WORKERS", "5"}},
                            .flags = {{"server.port", "6"}}};
    const configuration c = good(in);
    EXPECT_EQ(c.values.port, 6U);
    EXPECT_EQ(c.values.workers, 5U);
    EXPECT_EQ(c.values.pool, 3U);
    EXPECT_EQ(c.values.pool_queue, 1024U);
    const auto source = [&](std::string_view name) {
        return c.sources[static_cast<std::size_t>(find_setting(name) - all_settings().data())];
    };
    EXPECT_EQ(source("server.port"), setting_source::flag);
    EXPECT_EQ(source("server.workers"), setting_source::environment);
    EXPECT_EQ(source("server.pool"), setting_source::file);
    EXPECT_EQ(source("server.pool_queue"), setting_source::fallback);
    EXPECT_EQ(c.places[static_cast<std::size_t>(find_setting("server.pool") - all_settings().data())], "u.toml:4:1");
}

// Several processes may use a store in PostgreSQL: it is migrated by one that was told to.
TEST(settings, a_store_is_migrated_at_the_start_by_default_only_if_it_is_a_file) {
    const std::vector<std::pair<std::string, std::string>> in_postgresql{{"store.location", "postgresql://h/d"}};
    EXPECT_TRUE(configure({})->values.store_migrate);
    EXPECT_TRUE(configure({.flags = {{"store.location", "/names.db"}}})->values.store_migrate);
    EXPECT_FALSE(configure({.flags = in_postgresql})->values.store_migrate);
    EXPECT_TRUE(configure({.file = "[store]\nmigrate = true\n", .flags = in_postgresql})->values.store_migrate);
    EXPECT_TRUE(
        configure({.environment = {{"UNIFORM_STORE_MIGRATE", "true"}}, .flags = in_postgresql})->values.store_migrate);
    EXPECT_FALSE(
        configure({.flags = {{"store.location", "/names.db"}, {"store.migrate", "false"}}})->values.store_migrate);
}

TEST(settings, forms_of_values) {
    const struct {
        const char *name, *text;
        std::uint64_t is;
    } rows[]{
        {"store.cache", "1048576", 1048576}, {"store.cache", "2m", 2097152},     {"store.cache", "1 G", 1073741824},
        {"links.timeout", "250ms", 250},     {"links.timeout", "3", 3000},       {"links.timeout", "2s", 2000},
        {"links.timeout", "5m", 300000},     {"links.recheck", "12h", 43200000}, {"links.recheck", "30d", 2592000000},
    };
    for (const auto &row : rows) {
        const configuration c = good({.flags = {{row.name, row.text}}});
        const setting *s = find_setting(row.name);
        std::uint64_t is = 0;
        if (const auto *m = std::get_if<std::uint64_t settings::*>(&s->member)) is = c.values.**m;
        if (const auto *m = std::get_if<milliseconds settings::*>(&s->member)) {
            is = static_cast<std::uint64_t>((c.values.**m).count());
        }
        EXPECT_EQ(is, row.is) << row.name << "=" << row.text;
    }
}

TEST(settings, mistakes_are_reported_with_their_position) {
    const struct {
        settings_input in;
        const char *where, *says;
    } rows[]{
        {{.file_name = "u.toml", .file = "[server]\nprot = 1\n"},
         "u.toml:2:1",
         "unknown setting \"server.prot\": did you mean \"server.port\"?"},
        {{.file_name = "u.toml", .file = "[sever]\nport = 1\n"},
         "u.toml:1:2",
         "unknown section [sever]: did you mean \"server\"?"},
        {{.file_name = "u.toml", .file = "[server]\nport = 65536\n"},
         "u.toml:2:8",
         "server.port 65536 is too large: at most 65535"},
        {{.file_name = "u.toml", .file = "[server]\nport = \"80\"\n"},
         "u.toml:2:8",
         "server.port must be a number, without quotes"},
        {{.file_name = "u.toml", .file = "[server]\nport = 1.5\n"}, "u.toml:2:8", "server.port must be a whole number"},
        {{.file_name = "u.toml", .file = "[store]\nmigrate = \"true\"\n"},
         "u.toml:2:11",
         "store.migrate must be true or false, without quotes"},
        {{.file_name = "u.toml", .file = "[store]\nlocation = 3\n"},
         "u.toml:2:12",
         "store.location must be a string, between quotes"},
        {{.file_name = "u.toml", .file = "[links]\ntimeout = \"soon\"\n"},
         "u.toml:2:11",
         "links.timeout \"soon\" is not a duration such as \"250ms\", \"10s\", \"5m\", \"1h\" or \"7d\""},
        {{.file_name = "u.toml", .file = "[log]\nrequests = \"error\"\n"},
         "u.toml:2:12",
         "log.requests \"error\" is none of off, errors, slow, all: did you mean \"errors\"?"},
        {{.file_name = "u.toml", .file = "[limits]\ntrusted_proxies = \"10.0.0.1\"\n"},
         "u.toml:2:19",
         "limits.trusted_proxies must be an array of strings"},
        {{.file_name = "u.toml", .file = "[limits]\ntrusted_proxies = [\"10.0.0.0/33\"]\n"},
         "u.toml:2:1",
         "limits.trusted_proxies has \"10.0.0.0/33\", which is not an address or a network"},
        {{.file_name = "u.toml", .file = "[locators]\nschemes = [\"https\", \"URN\"]\n"},
         "u.toml:2:1",
         "locators.schemes has \"URN\", but a URN is no locator: a redirect to it would lead to a resolver again "
         "(RFC 8141 section 2.3.2)"},
        {{.file_name = "u.toml", .file = "server = 3\n"}, "u.toml:1:1", "\"server\" must be a section: [server]"},
        {{.environment = {{"UNIFORM_SERVER_PROT", "1"}}},
         "UNIFORM_SERVER_PROT",
         "no setting has this environment variable: did you mean \"UNIFORM_SERVER_PORT\"?"},
        {{.environment = {{"UNIFORM_SERVER_PORT", "x"}}}, "UNIFORM_SERVER_PORT", "\"x\" is not a whole number"},
        {{.flags = {{"server.port", "-1"}}}, "--set server.port", "\"-1\" is too small: at least 0"},
        {{.flags = {{"server.port", "99999999999999999999"}}},
         "--set server.port",
         "\"99999999999999999999\" is too large: at most 65535"},
        {{.flags = {{"store.cache", "20000000000G"}}},
         "--set store.cache",
         "\"20000000000G\" is too large: at most 64G"},
        {{.flags = {{"port", "1"}}}, "--set port", "unknown setting \"port\": did you mean \"server.port\"?"},
        {{.flags = {{"colour", "1"}}},
         "--set colour",
         "unknown setting \"colour\"; `uniform config reference` lists the settings"},
        {{.flags = {{"server.address", "localhost"}}},
         "--set server.address",
         "server.address is not an IP address: \"localhost\""},
        {{.flags = {{"server.certificate", "a.pem"}}},
         "--set server.certificate",
         "server.certificate requires both server.certificate and server.private_key"},
        {{.flags = {{"server.public_url", "ftp://a/"}}},
         "--set server.public_url",
         "server.public_url must be an http or https URL without query and fragment"},
    };
    for (const auto &row : rows) {
        const auto c = configure(row.in);
        if (c) {
            ADD_FAILURE() << row.says << ": was not found";
            continue;
        }
        const settings_problem &first = c.error().front();
        EXPECT_EQ(first.where, row.where) << row.says;
        EXPECT_EQ(first.detail, row.says);
    }
}

TEST(settings, of_an_openid_provider) {
    const auto says = [](std::vector<std::pair<std::string, std::string>> flags) {
        flags.emplace_back("openid.issuer", "https://login.example.org");
        const auto c = configure({.flags = flags});
        return c ? std::string{"good"} : c.error().front().detail;
    };
    const std::pair<std::string, std::string> id{"openid.client_id", "uniform"};
    EXPECT_EQ(says({id}), "good");
    EXPECT_THAT(says({}), HasSubstr("openid.client_id is missing"));
    EXPECT_THAT(says({id, {"openid.scopes", "profile"}}), HasSubstr("openid.scopes must contain \"openid\""));
    EXPECT_THAT(says({id, {"openid.scopes", "openid,a b"}}), HasSubstr("\"a b\", which is not a scope"));
    EXPECT_THAT(says({id, {"openid.client_secret", "a"}, {"openid.client_secret_file", "b"}}),
                HasSubstr("openid.client_secret_file and openid.client_secret are both set"));
    EXPECT_EQ(says({id, {"openid.rules", "groups=a -> reader,groups=b -> readr"}}),
              "openid.rules has \"groups=b -> readr\", which names no role: \"readr\": did you mean \"reader\"?");
    const auto http = configure({.flags = {{"openid.issuer", "http://login.example.org"}, id}});
    ASSERT_FALSE(http);
    EXPECT_THAT(http.error().front().detail, HasSubstr("openid.issuer must be an https URL"));
    for (const setting &s : all_settings()) {
        if (s.name.starts_with("openid.")) {
            EXPECT_TRUE(changes_while_running(s)) << s.name;
        }
    }
}

TEST(settings, of_caches_in_front) {
    const auto says = [](std::vector<std::pair<std::string, std::string>> flags) {
        const auto c = configure({.flags = flags});
        return c ? std::string{"good"} : c.error().front().detail;
    };
    const std::pair<std::string, std::string> keys{"shared_cache.keys", "surrogate-key"};
    EXPECT_EQ(says({keys, {"purge.urls", "http://127.0.0.1:6081/,https://cache.example.org/purge"}}), "good");
    EXPECT_THAT(says({{"purge.urls", "http://127.0.0.1:6081/"}}), HasSubstr("purge.urls needs shared_cache.keys"));
    for (const char *url : {"ftp://cache.example.org/", "http://a:b@cache.example.org/", "http:///", "cache"}) {
        EXPECT_THAT(says({keys, {"purge.urls", url}}), HasSubstr("which is not an http or https URL without userinfo"))
            << url;
    }
    EXPECT_THAT(says({{"shared_cache.keys", "tags"}}), HasSubstr("is none of none, surrogate-key, cache-tag"));
    EXPECT_THAT(says({{"purge.method", "BAN"}}), HasSubstr("is none of PURGE, POST"));
}

TEST(settings, toml_that_is_none_has_line_and_column) {
    const auto c = configure({.file_name = "u.toml", .file = "[server]\nport = \n"});
    ASSERT_FALSE(c);
    EXPECT_EQ(c.error().front().where, "u.toml:2:8");
    EXPECT_THAT(c.error().front().detail, HasSubstr("not TOML: "));
}

TEST(settings, all_problems_are_reported_at_once) {
    const auto c = configure({.file_name = "u.toml",
                              .file = "[server]\nport = \"x\"\nprot = 1\n",
                              .environment = {{"UNIFORM_LINKS_RATE", "0"}},
                              .flags = {{"no.such", ""}}});
    ASSERT_FALSE(c);
    EXPECT_EQ(c.error().size(), 4U);
}

TEST(settings, variables_of_others_are_left_alone) {
    const configuration c =
        good({.environment = {{"UNIFORM_CONFORMANCE_DIR", "/x"}, {"UNIFORM_SHARE", "1"}, {"UNIFORM_CONFIG", "y"}}});
    EXPECT_EQ(c.values.port, 8141U);
}

TEST(settings, passwords_are_not_shown) {
    const struct {
        const char *location, *shown;
    } rows[]{
        {"postgresql://u:pa55word@h1,h2/db?sslmode=require", "postgresql://u:***@h1,h2/db?sslmode=require"},
        {"postgresql://h/db?user=u&password=pa55word&sslmode=require",
         "postgresql://h/db?user=u&password=***&sslmode=require"},
        {"postgresql://h/db?sslpassword=pa55word", "postgresql://h/db?sslpassword=***"},
        {"postgresql://u@h/db", "postgresql://u@h/db"},
        {"/var/lib/uniform/uniform.db", "/var/lib/uniform/uniform.db"},
    };
    for (const auto &row : rows) {
        const configuration c = good({.flags = {{"store.location", row.location}}});
        EXPECT_EQ(value_of(*find_setting("store.location"), c.values, true), '"' + std::string{row.shown} + '"');
        EXPECT_THAT(to_toml(c, true), testing::Not(HasSubstr("pa55word")));
        EXPECT_THAT(to_json(c, true), testing::Not(HasSubstr("pa55word")));
    }
    const auto stray = configure({.flags = {{"store.location", "postgresql://u:se@cret@h/db"}}});
    ASSERT_FALSE(stray); // an "@" in a password is percent-encoded
    EXPECT_THAT(stray.error().front().detail, testing::Not(HasSubstr("cret")));
    const auto wrong =
        configure({.file_name = "u", .file = "[store]\nlocation = \"postgresql://u:pa55word@h\\u0001\"\n"});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().front().detail, "store.location contains control characters");
    const configuration c = good({.flags = {{"openid.client_secret", "pa55word"}, {"openid.client_id", "u"}}});
    EXPECT_EQ(value_of(*find_setting("openid.client_secret"), c.values, true), "\"***\"");
    EXPECT_EQ(value_of(*find_setting("openid.client_secret"), good({}).values, true), "\"\"");
    EXPECT_THAT(to_toml(c, true), testing::Not(HasSubstr("pa55word")));
    EXPECT_THAT(to_json(c, true), testing::Not(HasSubstr("pa55word")));
    const auto control = configure({.flags = {{"openid.client_secret", "pa55word\x01"}}});
    ASSERT_FALSE(control);
    EXPECT_EQ(control.error().front().detail, "the value contains control characters");
}

TEST(settings, the_reference_page_is_that_of_the_table) {
    std::ifstream in(std::string{UNIFORM_TEST_DATA} + "/../../docs/reference/configuration.md");
    std::stringstream page;
    page << in.rdbuf();
    EXPECT_EQ(page.str(), settings_reference()) << "uniform config reference > docs/reference/configuration.md";
}

} // namespace
} // namespace uniform::http
