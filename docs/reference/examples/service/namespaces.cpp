// The namespaces that are managed here, and the registry that the service publishes.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/iana_registry.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/service/namespace_permission.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/urn/namespace.hpp>

#include <memory>
#include <string>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using resolver::problem_type;
using store::reading;
using store::writing;

namespace {

void namespaces() {
    example_store s; // which manages urn:example
    const namespace_entry isbn =
        s.write([&](writing &w) { return add_namespace(w, s.administrator, {.nid = "isbn", .title = "Books"}); });
    CHECK(isbn.settings.origin == "iana" && isbn.version == 1);

    resolver::namespace_settings next = isbn.settings;
    next.redirect = 303;
    CHECK(s.write([&](writing &w) { return change_namespace(w, s.administrator, next, isbn.version); }).version == 2);

    s.read([](reading &r) {
        CHECK(find_namespace(r, "ISBN")->settings.redirect == 303 && namespace_of(r, "isbn"));
        CHECK(namespace_for_new_names(r, "isbn"));                 // it is not closed
        CHECK(!namespace_as_of(r, "isbn", resolver::timestamp{})); // in 1970 it was not managed here
        CHECK(list_namespaces(r, "", 10).first.size() == 2);
    });
    std::string out;
    json::writer w(out);
    write(w, isbn);
    CHECK(json::read(out) == value_of(isbn));
}

void who_may_put_a_namespace() {
    const resolver::principal manager{.id = "local:manager", .role = resolver::role::manager, .prefixes = {"example:"}};
    CHECK(may_put_namespace(manager, "example", true));
    CHECK(!may_put_namespace(manager, "isbn", true));     // of another manager
    CHECK(!may_put_namespace(manager, "example", false)); // an administrator adds a namespace
}

void a_misspelt_namespace() {
    example_store s;
    const auto put =
        s->write(s.here, [&](writing &w) { return put_namespace(w, s.administrator, {.nid = "exmaple"}); });
    CHECK(put.error().type == problem_type::not_found); // a namespace is permanent: it is not added by a mistake
    s.read([](reading &r) {
        const std::string meant = similar_namespace(r, "exmaple");
        CHECK(meant == "example" && namespace_not_managed("exmaple", meant).type == problem_type::not_found);
        CHECK(refusal_of_nid(r, "x-weather")->rule.starts_with("RFC 8141")); // of a new formal namespace
    });
}

void ianas_list() {
    example_store s;
    s.read([](reading &r) {
        const registry_state now = state_of_registry(r);
        CHECK(!now.from_store && now.date == now.release_date && is_registered_with_iana(r, "isbn"));
        const std::shared_ptr<const namespace_registry> registry = registry_of(r);
        CHECK(registry->find("isbn") != nullptr);
        std::string out;
        json::writer w(out);
        write(w, now);
        CHECK(out.contains(R"("source":"release")"));
    });
    const auto refused = s->write(s.here, [&](writing &w) { return put_iana_list(w, s.administrator, "<html/>"); });
    CHECK(refused.error().type == problem_type::malformed);

    const registry_update newer{.date = "2100-01-01", .before = "2026-11-24", .added = {"harbour"}, .changed = true};
    std::string out;
    json::writer w(out);
    write(w, newer);
    CHECK(out.contains(R"("added":["harbour"])"));
}

void what_is_published() {
    example_store s;
    s.read([](reading &r) {
        const published_namespace isbn = find_published(r, "isbn").value();
        CHECK(isbn.origin == "iana" && !isbn.managed && isbn.revisions.empty());
        const published_rules &rules = isbn.rules;
        CHECK(!rules.pattern.empty() && !rules.examples.empty());
        for (const published_revision &v : isbn.revisions) CHECK(v.request != 0); // of those registered here
        const published_filter about_books{.origin = "iana", .q = "book"};
        CHECK(!list_published(r, about_books, "", 10).first.empty());
        std::string out;
        json::writer w(out);
        write(w, isbn, true);
        CHECK(out.contains(R"("nid":"isbn")"));
    });
}

} // namespace

int main() {
    namespaces();
    who_may_put_a_namespace();
    a_misspelt_namespace();
    ianas_list();
    what_is_published();
    return 0;
}
