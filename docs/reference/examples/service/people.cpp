// Who may do what: registrars, delegations of prefixes, their transfers, access tokens, users of an OpenID provider,
// and the history of these.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/history.hpp>
#include <uniform/service/registrar.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/responsibility.hpp>
#include <uniform/service/token.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>

#include <chrono>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using resolver::principal;
using store::reading;
using store::writing;

namespace {

// Two registrars, of which the library has the prefix example:lib-.
void add_two_registrars(example_store &s) {
    for (const char *id : {"library", "museum"}) {
        s.write([&](writing &w) { return add_registrar(w, s.administrator, {.id = id, .name = id}); });
    }
    s.write([&](writing &w) {
        return put_delegation(w, s.administrator, {.prefix = "example:lib-", .registrar = "library"});
    });
}

void registrars() {
    example_store s;
    const registrar sent =
        registrar_from_json(*json::read(R"({"id": "library", "name": "The Library", "contact": "a@example.org"})"))
            .value();
    registrar r = s.write([&](writing &w) { return add_registrar(w, s.administrator, sent); });
    CHECK(r.state == registrar_state::active && to_string(r.state) == "active");
    CHECK(registrar_state_names.find("ended") == registrar_state::ended);
    r.name = "The National Library";
    r = s.write([&](writing &w) { return change_registrar(w, s.administrator, r); });
    CHECK(r.version == 2 && !value_of(r, true).members().empty());
    s.read([&](reading &from) {
        CHECK(find_registrar(from, "library") == r && registrar_of(from, "library").value() == r);
        CHECK(name_of_registrar(from, "library") == r.name && name_of_registrar(from, "nobody") == "nobody");
        CHECK(list_registrars(from, "", 10).first.front() == r);
        CHECK(manages(from, s.administrator, r) && may_let_act(from, s.administrator, r));
    });
    std::string out;
    json::writer w(out);
    write(w, r, false); // without the contact
    CHECK(!out.contains("a@example.org"));
    const registrar ended = s.write([&](writing &to) { return end_registrar(to, s.administrator, "library"); });
    CHECK(ended.state == registrar_state::ended);
}

void delegations() {
    example_store s;
    add_two_registrars(s);
    const principal library{
        .id = "token:1", .role = resolver::role::registrar, .registrar = "library", .prefixes = {"example:lib-"}};
    s.read([&](reading &r) {
        const delegation_entry d = delegation_for(r, "example:lib-7").value(); // the longest prefix decides
        CHECK(d.delegation.registrar == "library" && !value_of(d).members().empty());
        CHECK(may_assign(r, library, "example:lib-7") && !may_assign(r, library, "example:other"));
        CHECK(may_manage(s.administrator, "example:") && !may_manage(library, "example:lib-"));
        CHECK(find_delegation(r, "urn:example:lib-") && delegation_of(r, "urn:example:lib-")->event == d.event);
        CHECK(!delegation_as_of(r, "example:lib-", resolver::timestamp{})); // not in 1970
        CHECK(list_delegations(r, "example:", "", 10).first.size() == 1);
        CHECK(prefixes_of(r, "library") == std::vector<std::string>{"example:lib-"});
        std::string out;
        json::writer w(out);
        write(w, d);
        CHECK(out.contains(R"("version":1)"));
    });
    s.write([&](writing &w) { return end_delegation(w, s.administrator, "example:lib-"); });
}

void transfers() {
    example_store s;
    add_two_registrars(s);
    const transfer t =
        s.write([&](writing &w) { return request_transfer(w, s.administrator, "example:lib-", "museum"); });
    CHECK(t.state == transfer_state::requested && t.from == "library" && t.to == "museum");
    const principal museum{
        .id = "token:2", .role = resolver::role::registrar, .registrar = "museum", .prefixes = {"example:lib-"}};
    CHECK(concerns(t, museum));
    s.read([&](reading &r) {
        CHECK(transfer_of(r, museum, t.id)->prefix == "example:lib-");
        CHECK(list_transfers(r, museum, transfer_state::requested, "", 10).first.size() == 1);
    });
    s.read([&](reading &r) {
        CHECK(may_decide(r, museum, t, transfer_decision::accept));
        CHECK(may_decide(r, museum, t, transfer_decision::withdraw).error().type == resolver::problem_type::forbidden);
    });
    const transfer done =
        s.write([&](writing &w) { return decide_transfer(w, museum, t.id, transfer_decision::accept, "Welcome."); });
    CHECK(to_string(done.state) == "accepted" && transfer_state_names.find("refused") == transfer_state::refused);
    CHECK(to_string(transfer_decision::accept) == "accept");
    CHECK(transfer_decision_names.find("withdraw") == transfer_decision::withdraw);
    std::string out;
    json::writer w(out);
    write(w, done);
    CHECK(out.contains(R"("state":"accepted")"));
    // Names that the library assigned are the museum's responsibility now.
    s.read([&](reading &r) {
        CHECK(responsible_registrar(r, "example:lib-7") == "museum");
        CHECK(responsible_registrar(r, "example:lib-7", resolver::timestamp{}).empty()); // in 1970
        const responsibility_change c = responsibility_changes(r, "example:lib-7").front();
        CHECK(c.from == "library" && c.to == "museum" && c.event > 0);
    });
}

void tokens() {
    example_store s;
    add_two_registrars(s);
    const token_request wanted =
        token_request_from_json(*json::read(R"({"role": "registrar", "registrar": "library"})")).value();
    const token_secret secret = make_token_secret(); // before the write: hashing takes long on purpose
    const token_limits a_day{.standard = std::chrono::hours{24}};
    const token t = s.write([&](writing &w) { return create_token(w, s.administrator, wanted, secret, a_day); });
    CHECK(to_string(token_state::active) == "active" && token_state_names.find("revoked") == token_state::revoked);

    // A request that has the text of a token finds the token.
    const std::string id(token_id_of(secret.text).value());
    s.read([&](reading &r) {
        const auto stored = find_token(r, id);
        CHECK(stored && verify_token(secret.text, &*stored));
        const principal who = principal_of(r, *stored, s->now()).value();
        CHECK(who.registrar == "library" && who.covers("example:lib-7"));
    });

    s.read([&](reading &r) {
        CHECK(may_see(r, s.administrator, t) && token_of(r, s.administrator, t.id)->id == t.id);
        CHECK(list_tokens(r, s.administrator, "", 10).first.size() == 1);
    });
    const revocation gone = s.write([&](writing &w) { return revoke_token(w, s.administrator, t.id); });
    CHECK(gone.also_revoked.empty());
    std::string out;
    json::writer w(out);
    w.begin_array();
    write(w, gone, s->now());
    write(w, t, s->now());
    w.end_array();
    CHECK(!out.contains(secret.hash) && !value_of(gone.token, s->now()).members().empty());
}

void the_first_token() {
    example_store s;
    const issued_token first = create_first_administrator(*s, s.here).value();
    CHECK(first.text.starts_with("uniform_") && first.token.role == resolver::role::administrator);
    CHECK(!create_first_administrator(*s, s.here)); // there is one now
    CHECK(local_user("alice").id == "local:alice"); // the user of the command, on a store of their own
}

void users_of_a_provider() {
    example_store s;
    add_two_registrars(s);
    const account_name bob{.issuer = "https://id.example.org", .subject = "248289761001"};
    const token_request rights{.role = resolver::role::registrar, .registrar = "library"};
    // Their token has no secret; it has what the provider's claims permit, until the next sign-in or for a day.
    const token t = s.write([&](writing &w) { return sign_in_account(w, bob, rights, std::chrono::hours{24}); });
    s.read([&](reading &r) {
        CHECK(find_account(r, bob)->id == t.id && account_id(r, bob) == t.id);
        CHECK(principal_of(r, t, s->now())->covers("example:lib-7"));
    });

    // Who is revoked cannot sign in, until an administrator permits it again.
    s.write([&](writing &w) { return revoke_token(w, s.administrator, t.id); });
    CHECK(!s->write(s.here, [&](writing &w) { return sign_in_account(w, bob, rights, std::chrono::hours{24}); }));
    s.write([&](writing &w) { return readmit_account(w, s.administrator, t.id); });
    s.write([&](writing &w) { return sign_in_account(w, bob, rights, std::chrono::hours{24}); });

    // The provider's claims permit nothing any more.
    s.write([&](writing &w) -> std::expected<bool, resolver::problem> {
        end_account(w, bob);
        return true;
    });
    s.read(
        [&](reading &r) { CHECK(!principal_of(r, find_account(r, bob).value(), s->now() + std::chrono::seconds{1})); });
}

void histories() {
    example_store s;
    add_two_registrars(s);
    const transfer t =
        s.write([&](writing &w) { return request_transfer(w, s.administrator, "example:lib-", "museum"); });
    const token_secret secret = make_token_secret();
    s.write([&](writing &w) { return create_token(w, s.administrator, {.label = "statistics"}, secret); });
    s.read([&](reading &r) {
        const history_request newest{.limit = 10};
        const history_page page = namespace_history(r, "example", newest).value();
        const history_event &added = page.events.front();
        CHECK(added.event.kind == "namespace" && !added.shown_before && page.next == 0);
        const document_writer &then = added.shown; // writes the namespace as it was
        std::string out;
        json::writer w(out);
        then(w);
        CHECK(out.contains(R"("nid":"example")"));
        std::string whole;
        json::writer event(whole);
        write(event, added, true);
        CHECK(whole.contains("local:alice"));

        CHECK(registrar_history(r, "library", newest)->events.size() == 1);
        CHECK(delegation_history(r, "example:lib-", newest)->events.size() == 1);
        CHECK(transfer_history(r, s.administrator, t.id, newest)->events.size() == 1);
        CHECK(token_history(r, s.administrator, secret.id, newest)->events.size() == 1);
        CHECK(!request_history(r, {.who = &s.administrator}, 7, newest)); // there is no such request
    });
}

} // namespace

int main() {
    registrars();
    delegations();
    transfers();
    tokens();
    the_first_token();
    users_of_a_provider();
    histories();
    return 0;
}
