// Allocations that fail (SQLite, "How SQLite Is Tested", out-of-memory testing): for each operation, the n-th
// allocation of it fails, for every n until the operation ends without a failed one; once more with all later ones
// failing, too. Allocations are those of operator new and of SQLite. The operation throws std::bad_alloc or
// store::failure, or its result is the usual one. The store is as before it, or as after it; the history verifies; and
// the sanitizer finds no leak.
//
// Not simulated: allocations by malloc() in other libraries (OpenSSL, zstd, libargon2, libpq).
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/service/delegations.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/history.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/store/store.hpp>

#include "allocations/fail_each.hpp"
#include "allocations/failing_allocations.hpp"
#include "base/share.hpp"
#include "http/api/own_url.hpp"
#include "http/resolve/resolution.hpp"
#include "registry/samples.hpp"
#include "store/ledger.hpp"
#include "store/postgresql_server.hpp"

namespace {

namespace fs = std::filesystem;
using namespace uniform;
using test::failing_allocation;

const store::origin by{.who = "token:test", .from = "127.0.0.1"};
const resolver::principal admin{
    .id = "local:admin", .role = resolver::role::administrator, .registrar = {}, .prefixes = {}};
const resolver::principal expert{.id = "token:expert", .role = resolver::role::expert, .registrar = {}, .prefixes = {}};

/// A store in a folder of its own.
struct place {
    fs::path folder;
    std::unique_ptr<store::store> s;

    template <class F>
    auto write(F &&f) const {
        return s->write(by, std::forward<F>(f));
    }
};

/// The result as a text, which must be the same whatever `n` is: that of the problem, if it is one.
template <class T>
std::string shown(const std::expected<T, resolver::problem> &x) {
    return x ? "done" : x.error().detail;
}
template <class T>
void must(const std::expected<T, resolver::problem> &x) {
    if (!x) throw std::runtime_error(x.error().detail);
}

/// An operation on subjects with the number `n` in their names.
struct operation {
    const char *name;
    std::function<std::string(const place &, int n)> run;
    std::function<void(const place &, int n)> prepare = nullptr;
    bool may_commit_in_steps = false; ///< its writes are several, each all or nothing
};

resolver::name_record leading_to(std::string url) {
    resolver::name_record r;
    r.locators.push_back({.url = std::move(url)});
    return r;
}
std::string urn(const char *what, int n) { return "urn:example:" + std::string(what) + "-" + std::to_string(n); }

service::token_secret secret_of(int n) {
    auto id = std::to_string(n);
    id.insert(0, 12 - id.size(), '0');
    return {.id = id, .text = "uniform_" + id + "_x", .hash = "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA"};
}

std::string template_for(const std::string &nid) {
    std::string text(test::complete);
    for (auto at = text.find("harbour"); at != std::string::npos; at = text.find("harbour", at + nid.size()))
        text.replace(at, 7, nid);
    return text;
}
std::string nid_of(int n) { return "harbour" + std::to_string(n); }

/// A request that was opened, and submitted if `submitted`.
std::uint64_t opened(const place &p, int n, bool submitted) {
    const std::pair<std::string, std::string> secret{std::string(64, 'a'), std::string(64, 'b')};
    const auto o = p.write([&](store::writing &w) {
        return service::open_request(w, {.who = &admin},
                                     {.document = template_for(nid_of(n)), .title = "T", .submitter = "S"}, secret,
                                     {.holder = std::to_string(n)});
    });
    must(o);
    const auto number = o->view.request.number;
    if (submitted)
        must(p.write([&](store::writing &w) {
            return service::take_action(w, {.who = &admin}, number, registry::request_action::submit, {});
        }));
    return number;
}

void make_registrar(const place &p, const std::string &id) {
    must(p.write([&](store::writing &w) { return service::add_registrar(w, admin, {.id = id, .name = "A house"}); }));
}
void make_delegation(const place &p, const std::string &prefix, const std::string &registrar) {
    must(p.write([&](store::writing &w) {
        return service::put_delegation(w, admin, {.prefix = prefix, .registrar = registrar});
    }));
}

/// With a namespace, registrars, delegations and names.
void fill(const place &p) {
    must(p.write(
        [](store::writing &w) { return service::add_namespace(w, admin, {.nid = "example", .origin = "iana"}); }));
    for (const char *id : {"library", "archive"}) make_registrar(p, id);
    must(p.write([](store::writing &w) {
        resolver::delegation d{.prefix = "example:m-", .registrar = "library"};
        d.mint = {.method = resolver::minting_method::sequential, .pattern = "zd"};
        return service::put_delegation(w, admin, d);
    }));
    make_delegation(p, "example:t-", "library");
    for (int i = 0; i < 5; ++i)
        must(p.write([&](store::writing &w) {
            return service::assign(w, admin, {.urn = urn("old", i), .record = leading_to("https://example.org/old")});
        }));
}

std::uint64_t number_of_request = 0; ///< of the prepared one
std::string id_of_transfer;          ///< the same

void assign_one(const place &p, const char *what, int n) {
    must(p.write([&](store::writing &w) {
        return service::assign(w, admin, {.urn = urn(what, n), .record = leading_to("https://example.org/a")});
    }));
}

std::string transfers_id(const std::expected<service::transfer, resolver::problem> &t) { return t ? t->id : ""; }

const std::vector<operation> &operations_of_names() {
    static const std::vector<operation> all = {
        {"assign",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::assign(w, admin,
                                        {.urn = urn("new", n),
                                         .record = leading_to("https://example.org/a"),
                                         .options = {.idempotency_key = "key-" + std::to_string(n)}});
             }));
         }},
        {"assign_again",
         [](const place &p, int) {
             return shown(p.write([](store::writing &w) {
                 return service::assign(w, admin,
                                        {.urn = urn("old", 1), .record = leading_to("https://example.org/b")});
             }));
         }},
        {"mint", [](const place &p,
                    int) { return shown(service::mint(*p.s, by, admin, {.prefix = "example:m-", .count = 3})); }},
        {"reserve",
         [](const place &p, int n) {
             return shown(service::reserve(*p.s, by, admin, {.urns = {urn("r", 2 * n), urn("r", 2 * n + 1)}}));
         }},
        {"activate",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::activate(w, admin,
                                          {.urn = urn("act", n), .record = leading_to("https://example.org/a")});
             }));
         },
         [](const place &p, int n) { must(service::reserve(*p.s, by, admin, {.urns = {urn("act", n)}})); }},
        {"change",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::change(w, admin, urn("old", 2), {.other_names = std::vector{urn("other", n)}});
             }));
         }},
        {"locate",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::locate(w, admin, urn("old", 3), {{.url = "https://example.org/" + std::to_string(n)}});
             }));
         }},
        {"withdraw",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::withdraw(w, admin, {.urn = urn("w", n), .reason = "gone"});
             }));
         },
         [](const place &p, int n) { assign_one(p, "w", n); }},
        {"show",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 const auto e = service::show(r, urn("old", 0));
                 return e ? e->record.locators.at(0).url : e.error().detail;
             });
         }},
        {"as_of",
         [](const place &p, int) {
             return shown(p.s->read([&](store::reading &r) { return service::as_of(r, urn("old", 0), p.s->now()); }));
         }},
        {"history_of_a_name",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 const auto h = service::history(r, urn("old", 0));
                 return h ? std::to_string(h->size()) : h.error().detail;
             });
         }},
        {"list",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 return std::to_string(service::list(r, "example:old-", {}, 10).names.size());
             });
         }},
        {"import",
         [](const place &p, int n) {
             std::string lines, results;
             for (int i = 0; i < 6; ++i)
                 lines += R"({"name":")" + urn("i", 6 * n + i) +
                          R"(","url":"https://example.org/i"})"
                          "\n";
             lines += "no line\n";
             bool done = false;
             const auto r = service::import_names(
                 *p.s, by, admin, {.id = "import-" + std::to_string(n), .block = 2},
                 [&] { return std::exchange(done, true) ? std::string_view{} : std::string_view(lines); },
                 [&](std::string_view s) { results += s; });
             return r ? std::to_string(r->counts.assigned) + " " + std::to_string(r->counts.problems)
                      : r.error().detail;
         },
         nullptr, true},
        {"import_csv",
         [](const place &p, int n) {
             const std::string lines = "name,url\n" + urn("c", n) + ",https://example.org/c\n";
             std::string results;
             bool done = false;
             const auto r = service::import_names(
                 *p.s, by, admin, {.format = service::bulk_format::csv},
                 [&] { return std::exchange(done, true) ? std::string_view{} : std::string_view(lines); },
                 [&](std::string_view s) { results += s; });
             return r ? std::to_string(r->counts.assigned) : r.error().detail;
         }},
        {"export",
         [](const place &p, int) {
             std::string all;
             const auto n =
                 service::export_names(*p.s, {.prefix = "example:old-0"}, [&](std::string_view s) { all += s; });
             return std::to_string(n) + all;
         }},
        {"resolve",
         [](const place &p, int) {
             const http::request q;
             const auto name = http::read_name(urn("old", 4));
             if (!name) return name.error().detail;
             return p.s->read([&](store::reading &r) {
                 const auto x = http::resolve({}, r, {.name = *name}, {nullptr, q}, p.s->now());
                 const auto *const to = std::get_if<http::redirect>(&x.result);
                 return to != nullptr ? to->location : std::to_string(x.result.index());
             });
         }},
        {"resolve_an_unknown_name",
         [](const place &p, int) {
             const http::request q;
             const auto name = http::read_name("urn:example:old_0");
             if (!name) return name.error().detail;
             return p.s->read([&](store::reading &r) {
                 const auto x = http::resolve({}, r, {.name = *name}, {nullptr, q}, p.s->now());
                 return std::to_string(x.result.index());
             });
         }},
    };
    return all;
}

const std::vector<operation> &operations_of_managers() {
    using registry::request_action;
    static const std::vector<operation> all = {
        {"add_namespace",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::add_namespace(w, admin, {.nid = "local-" + std::to_string(n), .origin = "local"});
             }));
         }},
        {"change_namespace",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::put_namespace(
                     w, admin, {.nid = "example", .origin = "iana", .title = "Title " + std::to_string(n)});
             }));
         }},
        {"list_namespaces",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 return std::to_string(service::list_namespaces(r, "e", 1).first.size()) +
                        shown(service::namespace_of(r, "example")) + service::similar_namespace(r, "exampel");
             });
         }},
        {"add_registrar",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::add_registrar(w, admin, {.id = "r" + std::to_string(n), .name = "A house"});
             }));
         }},
        {"change_registrar",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::change_registrar(w, admin, {.id = "archive", .name = "House " + std::to_string(n)});
             }));
         }},
        {"end_registrar",
         [](const place &p, int n) {
             return shown(p.write(
                 [&](store::writing &w) { return service::end_registrar(w, admin, "end" + std::to_string(n)); }));
         },
         [](const place &p, int n) { make_registrar(p, "end" + std::to_string(n)); }},
        {"list_registrars",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 return std::to_string(service::list_registrars(r, {}, 2).first.size()) +
                        shown(service::registrar_of(r, "library"));
             });
         }},
        {"create_token",
         [](const place &p, int n) {
             const auto secret = secret_of(n);
             return shown(p.write([&](store::writing &w) {
                 return service::create_token(w, admin,
                                              {.role = resolver::role::registrar,
                                               .registrar = "library",
                                               .prefixes = {"example:t-"},
                                               .label = "a label that is longer than a short string"},
                                              secret);
             }));
         }},
        {"revoke_token",
         [](const place &p, int n) {
             return shown(
                 p.write([&](store::writing &w) { return service::revoke_token(w, admin, secret_of(500000 + n).id); }));
         },
         [](const place &p, int n) {
             must(p.write([&](store::writing &w) {
                 return service::create_token(w, admin, {.label = "l"}, secret_of(500000 + n));
             }));
         }},
        {"use_token",
         [](const place &p, int) {
             return p.s->read([&](store::reading &r) {
                 const auto t = service::find_token(r, secret_of(900000).id);
                 if (!t) return std::string("none");
                 return shown(service::principal_of(r, *t, p.s->now())) + shown(service::token_of(r, admin, t->id)) +
                        std::to_string(service::list_tokens(r, admin, {}, 1).first.size());
             });
         },
         [](const place &p, int n) {
             if (n != 1) return;
             must(p.write([&](store::writing &w) {
                 return service::create_token(w, admin, {.label = "l"}, secret_of(900000));
             }));
         }},
        {"put_delegation",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::put_delegation(
                     w, admin, {.prefix = "example:d" + std::to_string(n) + "-", .registrar = "library"});
             }));
         }},
        {"end_delegation",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::end_delegation(w, admin, "example:e" + std::to_string(n) + "-");
             }));
         },
         [](const place &p, int n) { make_delegation(p, "example:e" + std::to_string(n) + "-", "library"); }},
        {"find_delegation",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 const auto d = service::delegation_for(r, "example:t-17");
                 return (d ? d->delegation.prefix : "none") +
                        std::to_string(service::list_delegations(r, "example:t", {}, 10).first.size()) +
                        std::to_string(service::prefixes_of(r, "archive").size());
             });
         }},
        {"request_transfer",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::request_transfer(w, admin, "example:q" + std::to_string(n) + "-", "archive", "please");
             }));
         },
         [](const place &p, int n) { make_delegation(p, "example:q" + std::to_string(n) + "-", "library"); }},
        {"decide_transfer",
         [](const place &p, int) {
             return shown(p.write([&](store::writing &w) {
                 return service::decide_transfer(w, admin, id_of_transfer, service::transfer_decision::accept, "yes");
             }));
         },
         [](const place &p, int n) {
             const auto prefix = "example:x" + std::to_string(n) + "-";
             make_delegation(p, prefix, "library");
             const resolver::principal side{
                 .id = "token:l", .role = resolver::role::registrar, .registrar = "library", .prefixes = {prefix}};
             id_of_transfer = transfers_id(p.write(
                 [&](store::writing &w) { return service::request_transfer(w, side, prefix, "archive", "please"); }));
         }},
        {"list_transfers",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 return std::to_string(service::list_transfers(r, admin, {}, {}, 2).first.size());
             });
         }},
        {"open_request",
         [](const place &p, int n) {
             const std::pair<std::string, std::string> secret{std::string(64, 'a'), std::string(64, 'b')};
             return shown(p.write([&](store::writing &w) {
                 return service::open_request(w, {.who = &admin},
                                              {.document = template_for(nid_of(n)), .title = "T", .submitter = "S"},
                                              secret, {.holder = std::to_string(n)});
             }));
         }},
        {"edit_request",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::edit_request(w, {.who = &admin}, number_of_request, template_for(nid_of(n)));
             }));
         },
         [](const place &p, int n) {
             if (n == 1) number_of_request = opened(p, 800000, false);
         }},
        {"submit_request",
         [](const place &p, int) {
             return shown(p.write([&](store::writing &w) {
                 return service::take_action(w, {.who = &admin}, number_of_request, request_action::submit, {});
             }));
         },
         [](const place &p, int n) { number_of_request = opened(p, 100000 + n, false); }},
        {"review_request",
         [](const place &p, int) {
             return shown(p.write([&](store::writing &w) {
                 return service::take_action(w, {.who = &expert}, number_of_request, request_action::review, {});
             }));
         },
         [](const place &p, int n) { number_of_request = opened(p, 200000 + n, true); }},
        {"comment",
         [](const place &p, int n) {
             return shown(p.write([&](store::writing &w) {
                 return service::add_comment(w, {.who = &admin}, number_of_request, "A reader",
                                             "Why " + std::to_string(n) + "?");
             }));
         },
         [](const place &p, int n) {
             if (n % 50 == 1) number_of_request = opened(p, 300000 + n, true);
         }},
        {"show_request",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 const service::credentials a{.who = &admin};
                 return shown(service::find_request(r, a, number_of_request)) +
                        shown(service::find_version(r, a, number_of_request, 1)) +
                        shown(service::list_comments(r, a, number_of_request, 0, 10)) +
                        shown(service::current_template(r, a, number_of_request)) +
                        std::to_string(service::list_requests(r, a, {}, 0, 2).first.size()) +
                        std::to_string(service::status_of_nid(r, nid_of(400000)).requests.size());
             });
         },
         [](const place &p, int n) {
             if (n == 1) number_of_request = opened(p, 400000, true);
         }},
        {"histories",
         [](const place &p, int) {
             return p.s->read([](store::reading &r) {
                 return shown(service::namespace_history(r, "example", {.limit = 1})) +
                        shown(service::registrar_history(r, "library", {.limit = 1})) +
                        shown(service::delegation_history(r, "example:t-", {.limit = 1}));
             });
         }},
    };
    return all;
}

/// Runs the operation with each allocation failing in turn.
void fail_all(const place &p, const operation &o, bool lasting) {
    SCOPED_TRACE(std::string(o.name) + (lasting ? ", lasting" : ""));
    std::string usual;
    std::set<std::string> given; // by runs that had a failed allocation and succeeded all the same
    std::set<std::uint64_t> added;
    std::uint64_t adds = 0, n = 1;
    const auto head = [&] { return p.s->read([](store::reading &r) { return r.head().first; }); };
    for (;; ++n) {
        if (n > 40 && !test::in_share(n, 8)) continue;
        const int subject = static_cast<int>(n);
        if (o.prepare) o.prepare(p, subject);
        const auto before = head();
        const auto generation = p.s->generation();
        std::string result;
        bool threw = false;
        try {
            const failing_allocation memory(n, lasting);
            auto r = o.run(p, subject);
            failing_allocation::heal();
            result = std::move(r);
        } catch (const std::bad_alloc &) {
            threw = true;
        } catch (const store::failure &e) {
            failing_allocation::heal();
            threw = true;
            EXPECT_NE(std::string_view(e.what()).find("memory"), std::string_view::npos) << e.what();
        }
        const bool fired = failing_allocation::fired();
        EXPECT_TRUE(fired || !threw);
        const auto after = head();
        EXPECT_TRUE(after == before || p.s->generation() != generation) << "nobody was told of the commit, n " << n;
        if (!fired) {
            usual = result;
            adds = after - before;
            break;
        }
        if (threw && after != before) added.insert(after - before);
        if (!threw) given.insert(result);
        if (n > 20000 || testing::Test::HasFailure()) {
            ADD_FAILURE() << "n " << n << ", " << result << (threw ? ", threw" : "") << ", events " << after - before;
            return;
        }
    }
    for (const auto &r : given) EXPECT_EQ(r, usual);
    if (!o.may_commit_in_steps)
        for (const auto a : added) EXPECT_EQ(a, adds) << "events of half an operation";
    for (const auto &d : p.s->verify({}, {}).found) ADD_FAILURE() << d.subject << ": " << d.message;
    if (test::all_shares())
        std::printf("%s%s: %llu allocations; %s\n", o.name, lasting ? ", lasting" : "",
                    static_cast<unsigned long long>(n - 1), usual.c_str());
}

/// In a store of its own for each operation.
void run(const std::vector<operation> &all) {
    test::install_failing_allocations();
    for (const auto &o : all)
        for (const bool lasting : {false, true}) {
            place p{.folder = test::temporary_folder("allocations"), .s = nullptr};
            p.s = store::store::open((p.folder / "store.db").string(), test::little_cache());
            fill(p);
            fail_all(p, o, lasting);
            p.s.reset();
            fs::remove_all(p.folder);
            if (testing::Test::HasFailure()) return;
        }
}

TEST(reads_without_memory, give_connections_back) {
    test::install_failing_allocations();
    place p{.folder = test::temporary_folder("allocations"), .s = nullptr};
    p.s = store::store::open((p.folder / "store.db").string(), test::little_cache());
    fill(p);
    for (const bool lasting : {false, true})
        test::fail_each(
            "read", lasting, [] {},
            [&] { EXPECT_EQ(p.s->read([](store::reading &r) { return r.names({}, {}, 100).size(); }), 5U); });
    p.s.reset();
    fs::remove_all(p.folder);
}
TEST(names_without_memory, are_as_before_or_as_after) { run(operations_of_names()); }
TEST(managers_without_memory, leave_nothing_by_half) { run(operations_of_managers()); }

} // namespace
