// The pages of a token, a transfer and a reservation, with the history that the API shows: for each role, by both
// languages, on both databases.

#include <chrono>
#include <cstddef>
#include <iterator>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/http/api_client.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/described.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using resolver::principal;
using resolver::role;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class shown_history : public test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location());
        write(admin, [](store::writing &w) {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "library", .name = "The Library"}));
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "archive", .name = "The Archive"}));
            w.put("delegation", "example:lib-",
                  to_json(
                      resolver::delegation{.prefix = "example:lib-",
                                           .registrar = "library",
                                           .mint = {.method = resolver::minting_method::sequential, .pattern = "zd"}}),
                  "put");
        });
    }
    void TearDown() override {
        if (s) s->close();
        s.reset();
        on_both_stores::TearDown();
    }
    template <class F>
    void write(const principal &who, F f) {
        ASSERT_TRUE(
            s->write({.who = who.id, .from = "test"}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
                f(w);
                return 0;
            }));
    }
    api_response get(const principal &who, const std::string &path, const std::string &language = "en") {
        const auto client = api_client::local(*s, configuration, who);
        auto r = client->call({.path = path, .fields = {{"Accept-Language", language}}});
        expect_described("GET", path.substr(0, path.find('?')), r.status);
        return r;
    }
    service::token make_token(role r, const std::vector<std::string> &prefixes) {
        service::token made;
        const auto secret = service::make_token_secret();
        write(admin, [&](store::writing &w) {
            const auto t = service::create_token(
                w, admin, {.role = r, .registrar = r == role::registrar ? "library" : "", .prefixes = prefixes},
                secret);
            ASSERT_TRUE(t) << t.error().detail;
            made = *t;
        });
        return made;
    }
    static principal holder(const service::token &t) {
        return {.id = "token:" + t.id, .role = t.role, .registrar = t.registrar, .prefixes = t.prefixes};
    }

    static inline const principal admin{.id = "local:admin", .role = role::administrator};
    static inline const principal manager{.id = "local:manager", .role = role::manager, .prefixes = {"example:"}};
    static inline const principal library{
        .id = "local:library", .role = role::registrar, .registrar = "library", .prefixes = {"example:lib-"}};
    static inline const principal archive{
        .id = "local:archive", .role = role::registrar, .registrar = "archive", .prefixes = {"example:lib-"}};
    static inline const principal reader{.id = "local:reader", .role = role::reader};
    settings configuration = {};
    std::unique_ptr<store::store> s;
};
INSTANTIATE_ON_BOTH_STORES(shown_history);

TEST_P(shown_history, of_a_token_is_for_whoever_sees_it) {
    for (const auto &[r, name] : resolver::role_names) {
        SCOPED_TRACE(name);
        const service::token t = make_token(r, {r == role::manager ? "example:" : "example:lib-"});
        const std::string page = "/account/tokens/" + t.id;
        const principal own = holder(t);
        EXPECT_THAT(get(own, "/account/tokens").body, HasSubstr("href=\"" + page + "\""));
        const auto shown = get(own, page);
        EXPECT_EQ(shown.status, 200) << shown.body;
        EXPECT_EQ(shown.value("Cache-Control"), "no-store");
        EXPECT_THAT(shown.body, AllOf(HasSubstr("<strong>Created</strong> local:admin"), HasSubstr(t.id)));
        EXPECT_EQ(get(admin, page).status, 200);
        for (const principal &other : {reader, archive, library}) EXPECT_EQ(get(other, page).status, 404) << other.id;
        // Each as the API.
        for (const principal &who : {own, admin, manager, reader, archive, library}) {
            EXPECT_EQ(get(who, page).status, get(who, "/api/v1/tokens/" + t.id + "/history").status) << who.id;
        }
    }
    EXPECT_EQ(get(admin, "/account/tokens/0123456789ab").status, 404);
}

TEST_P(shown_history, of_a_token_says_what_changed) {
    const service::token t = make_token(role::reader, {"example:lib-"});
    write(admin, [&](store::writing &w) { EXPECT_TRUE(service::revoke_token(w, admin, t.id)); });
    const std::string page = "/account/tokens/" + t.id;
    const std::string english = get(admin, page).body;
    EXPECT_THAT(english, AllOf(HasSubstr("<strong>Revoked</strong> local:admin"),
                               HasSubstr("<li>State <del>active</del> <ins>revoked</ins></li>")));
    EXPECT_LT(english.find("<strong>Revoked</strong>"), english.find("<strong>Created</strong>")) << "newest first";
    EXPECT_THAT(english, Not(HasSubstr("<form action=\"/account/tokens/"))) << "it is revoked";
    EXPECT_THAT(get(admin, page, "de").body,
                AllOf(HasSubstr("<strong>Widerrufen</strong> local:admin"),
                      HasSubstr("<li>Zustand <del>aktiv</del> <ins>widerrufen</ins></li>")));
}

// Ten events are on a page, and a link leads to those before them.
TEST_P(shown_history, goes_on_page_by_page) {
    service::token user;
    for (int i = 0; i < 25; ++i) {
        write(admin, [&](store::writing &w) {
            const auto made = service::sign_in_account(
                w, {.issuer = "https://login.example", .subject = "ada"},
                {.role = role::reader, .prefixes = {"example:"}, .label = "Ada " + std::to_string(i)},
                std::chrono::hours{1});
            ASSERT_TRUE(made);
            user = *made;
        });
    }
    const std::regex event{"<time datetime=\"[^\"]*\">[^<]*</time> <strong>"};
    const std::regex older{"href=\"(/account/tokens/[^\"]*\\?before=\\d+)#history\""};
    std::vector<std::ptrdiff_t> pages;
    for (std::string path = "/account/tokens/" + user.id; !path.empty();) {
        const std::string body = get(admin, path).body;
        pages.push_back(std::distance(std::sregex_iterator{body.begin(), body.end(), event}, std::sregex_iterator{}));
        std::smatch m;
        path = std::regex_search(body, m, older) ? m[1].str() : std::string{};
    }
    EXPECT_THAT(pages, testing::ElementsAre(10, 10, 5));
}

TEST_P(shown_history, of_a_transfer_is_for_its_sides_and_managers) {
    std::string id;
    write(library, [&](store::writing &w) {
        const auto t = service::request_transfer(w, library, "example:lib-", "archive", "Take it");
        ASSERT_TRUE(t) << t.error().detail;
        id = t->id;
    });
    const std::string page = "/manage/transfers/" + encode_segment(id);
    EXPECT_THAT(get(library, "/manage/transfers").body, HasSubstr("href=\"" + page + "\""));
    const principal stranger{.id = "local:museum", .role = role::registrar, .registrar = "museum"};
    const principal expert{.id = "local:expert", .role = role::expert};
    for (const auto &[who, status] : {std::pair{library, 200}, std::pair{archive, 200}, std::pair{manager, 200},
                                      std::pair{admin, 200}, std::pair{stranger, 403}, std::pair{reader, 403}}) {
        EXPECT_EQ(get(who, page).status, status) << who.id;
        EXPECT_EQ(get(who, "/api/v1/transfers/" + encode_segment(id) + "/history").status, status) << who.id;
    }
    EXPECT_EQ(get(expert, page).status, get(expert, "/api/v1/transfers/" + encode_segment(id) + "/history").status);
    EXPECT_EQ(get(library, "/manage/transfers/none").status, 404);
    EXPECT_THAT(get(archive, page).body, AllOf(HasSubstr("<strong>Requested</strong> local:library"),
                                               HasSubstr("name=\"decision\" value=\"refuse\"")));
    write(archive, [&](store::writing &w) {
        EXPECT_TRUE(
            service::decide_transfer(w, archive, id, service::transfer_decision::refuse, "No shelf & no <room>"));
    });
    EXPECT_THAT(get(library, page).body,
                AllOf(HasSubstr("<strong>Refused</strong> local:archive"), Not(HasSubstr("name=\"decision\"")),
                      HasSubstr("<li>State <del>requested</del> <ins>refused</ins></li>"),
                      HasSubstr("<li>Answer <ins>No shelf &amp; no &lt;room&gt;</ins></li>")));
    EXPECT_THAT(get(library, page, "de").body, HasSubstr("<strong>Abgelehnt</strong> local:archive"));
}

TEST_P(shown_history, of_a_reservation_are_its_names) {
    const auto made = service::reserve(*s, {.who = library.id, .from = "test"}, library,
                                       {.urns = {"urn:example:lib-a", "urn:example:lib-B"}});
    ASSERT_TRUE(made);
    const std::string page = "/manage/batches/" + made->id;
    for (const principal &who : {library, archive, manager, admin, reader}) {
        const auto r = get(who, page);
        EXPECT_EQ(r.status, 200) << who.id;
        EXPECT_THAT(r.body, AllOf(HasSubstr("urn:example:lib-a"), HasSubstr("urn:example:lib-B"))) << who.id;
        EXPECT_EQ(get(who, "/api/v1/batches/" + made->id).status, 200) << who.id;
        // A link leads to a page that its reader may see.
        EXPECT_THAT(r.body, HasSubstr(who.id == reader.id ? "href=\"/about/urn" : "href=\"/manage/names/urn"));
    }
    EXPECT_EQ(get(admin, "/manage/batches/99").status, 404);
    EXPECT_EQ(get(admin, "/manage/batches/none").status, 404);
    EXPECT_THAT(get(library, "/manage/names/" + encode_segment("urn:example:lib-a")).body,
                HasSubstr("href=\"" + page + "\""));
    EXPECT_THAT(get(library, page, "de").body, HasSubstr("Reservierung " + made->id));
}

} // namespace
} // namespace uniform::http
