// All operations on names against a plain model: a map of records, a list of what happened to each, the answers that
// clients got for their keys. On both stores.

#include <uniform/service/names.hpp>

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;
using resolver::name_record;
using resolver::name_state;
using resolver::problem_type;
using store::writing;

struct model {
    struct name {
        name_record record;
        std::vector<name_record> past; // oldest first, with the present
    };
    std::map<std::string, name> names;
    std::map<std::string, std::pair<std::string, name_record>> answers; // key -> request, answer
};

class names_properties : public on_both_stores {};

// The model's result for an operation: the record after it, or the reason why there is none.
using verdict = std::expected<name_record, problem_type>;

TEST_P(names_properties, a_store_agrees_with_the_model) {
    const bool sqlite = GetParam() == store::dialect::sqlite;
    auto s = store::store::open(location());
    put_namespace(*s, "example");
    put_delegation(*s, {.prefix = "example:", .registrar = "library"});
    const principal library = registrar_of("library", {"example:"});
    const principal other = registrar_of("other", {"example:"});
    int runs = 0;

    const bool holds = rc::check([&] {
        const std::string prefix = "example:r" + std::to_string(++runs) + "-";
        model m;
        const int steps = *rc::gen::inRange(1, sqlite ? 60 : 25);
        for (int step = 0; step < steps; ++step) {
            const int action = *rc::gen::inRange(0, 6);
            const std::string key = prefix + std::string(1, *rc::gen::elementOf(std::string("abc")));
            const std::string url = "https://" + std::string(1, *rc::gen::elementOf(std::string("xyz"))) + ".example/";
            const bool stranger = *rc::gen::weightedElement<bool>({{9, false}, {1, true}});
            // by number: what is generated must mean the same when a run is repeated to make it smaller
            const int which = *rc::gen::weightedElement<int>({{3, 0}, {1, 1}, {1, 2}});
            const std::string client_key = which == 0 ? "" : prefix + "k" + std::to_string(which);
            const std::string urn = "urn:" + key;
            const principal &who = stranger ? other : library;
            const auto at_model = m.names.find(key);
            const bool there = at_model != m.names.end();
            const std::string request = std::to_string(action) + " " + key + (action == 1 ? "" : " " + url);

            // the model
            const auto expected = [&]() -> verdict {
                if (!client_key.empty()) {
                    const auto a = m.answers.find(who.id + client_key);
                    if (a != m.answers.end()) {
                        if (a->second.first != request) return std::unexpected{problem_type::key_reused};
                        return a->second.second;
                    }
                }
                if (stranger) return std::unexpected{problem_type::forbidden};
                name_record r = there ? at_model->second.record : name_record{};
                switch (action) {
                case 0: // assign
                case 1: // reserve
                    if (there) return std::unexpected{problem_type::conflict};
                    if (action == 0) r = at(url);
                    r.state = action == 0 ? name_state::active : name_state::reserved;
                    r.registrar = "library";
                    return r;
                case 2: // activate
                    if (!there) return std::unexpected{problem_type::unknown_name};
                    if (r.state != name_state::reserved) return std::unexpected{problem_type::wrong_state};
                    r.locators = at(url).locators;
                    r.state = name_state::active;
                    return r;
                case 3: // locate
                case 4: // describe
                    if (!there) return std::unexpected{problem_type::unknown_name};
                    if (r.state != name_state::active) return std::unexpected{problem_type::wrong_state};
                    if (action == 3) r.locators = at(url).locators;
                    if (action == 4) r.metadata = "{\"title\":\"" + url + "\"}";
                    return r;
                default: // withdraw
                    if (!there) return std::unexpected{problem_type::unknown_name};
                    if (r.state == name_state::withdrawn) return std::unexpected{problem_type::wrong_state};
                    r.state = name_state::withdrawn;
                    r.reason = url;
                    return r;
                }
            }();

            // the store
            const write_options t{.idempotency_key = client_key};
            const auto got = in(*s, [&](writing &w) -> std::expected<name_entry, problem> {
                switch (action) {
                case 0:
                    return assign(w, who, {.urn = urn, .record = at(url), .options = t});
                case 1: {
                    const auto b = reserve_step(w, who, {.urns = {urn}, .options = t});
                    if (!b) return std::unexpected{b.error()};
                    auto o = show(w, urn).value();
                    o.repeated = b->repeated;
                    return o;
                }
                case 2:
                    return activate(w, who, {.urn = urn, .record = at(url), .options = t});
                case 3:
                    return locate(w, who, urn, at(url).locators, t);
                case 4:
                    return describe(w, who, urn, "{\"title\":\"" + url + "\"}", t);
                default:
                    return withdraw(w, who, {.urn = urn, .reason = url, .successor = {}, .options = t});
                }
            });
            RC_LOG() << request << (stranger ? " by a stranger" : "") << " key=" << client_key << "\n";
            if (!got) RC_LOG() << "  " << to_string(got.error().type) << ": " << got.error().detail << "\n";
            RC_ASSERT(got.has_value() == expected.has_value());
            if (!got) {
                RC_ASSERT(got.error().type == expected.error());
                continue;
            }
            const bool repeated = !client_key.empty() && m.answers.contains(who.id + client_key);
            RC_ASSERT(got->repeated == repeated);
            name_record r = got->record;
            r.batch.clear(); // numbers of batches and the time are the store's
            r.withdrawn.reset();
            if (action != 1 || !repeated) RC_ASSERT(r == *expected); // a batch tells its names, not their records
            if (repeated) continue;
            if (!client_key.empty()) m.answers[who.id + client_key] = {request, *expected};
            model::name &n = m.names[key];
            if (n.past.empty() || n.record != *expected) n.past.push_back(*expected);
            n.record = *expected;
        }

        // the end: everything is there, with its history
        s->read([&](store::reading &r) {
            RC_ASSERT(list(r, prefix, "", 100).names.size() == m.names.size());
            for (const auto &[key, n] : m.names) {
                auto now = show(r, "urn:" + key).value();
                now.record.batch.clear();
                now.record.withdrawn.reset();
                RC_ASSERT(now.record == n.record);
                const auto h = history(r, "urn:" + key).value();
                RC_ASSERT(h.size() == n.past.size());
                for (std::size_t i = 0; i < h.size(); ++i) {
                    auto was = resolver::decode(h[h.size() - 1 - i].event.body).value();
                    was.batch.clear();
                    was.withdrawn.reset();
                    RC_ASSERT(was == n.past[i]);
                    const auto then = as_of(r, "urn:" + key, h[h.size() - 1 - i].event.at);
                    RC_ASSERT(then.has_value());
                }
            }
        });
    });
    EXPECT_TRUE(holds);
    EXPECT_TRUE(s->verify({}, [](std::uint64_t, std::uint64_t) {}).found.empty());
}

INSTANTIATE_ON_BOTH_STORES(names_properties);

} // namespace
