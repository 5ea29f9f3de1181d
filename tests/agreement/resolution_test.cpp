// A service says of two URNs what `urn compare` says: RFC 2483 4.9 (I=I), the keys of names, and how many names there
// are when both have been assigned (RFC 8141 3.1, 5). On both stores.
//
// UNIFORM_AGREEMENT_NAMES is the number of generated pairs, for campaigns; UNIFORM_AGREEMENT_SEED their seed.

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "agreement/expect_none.hpp"
#include "differential/mutator_urn.hpp"
#include "http/resolve/resolution_services.hpp"
#include "service/store_fixture.hpp"

namespace {

using namespace uniform;
using agreement::number_of;

const store::origin assigner{.who = "token:test", .from = "127.0.0.1"};

class agreement_of_resolution : public test::on_open_stores {
protected:
    // Assigns a name, unless there is one with its key.
    void assign(const std::string &key) {
        static_cast<void>(s->write(assigner, [&](store::writing &w) -> std::expected<int, store::problem> {
            static_cast<void>(w.add_name(key, {}, "assign"));
            return 0;
        }));
    }
    [[nodiscard]] std::size_t count(const std::string &one, const std::string &other) const {
        return s->read([&](store::reading &r) {
            return std::size_t{r.name(one).has_value()} + std::size_t{one != other && r.name(other).has_value()};
        });
    }
};

TEST_P(agreement_of_resolution, generated_names) {
    constexpr std::string_view of_namespaces[]{"urn:isbn:978-951-0-18435-6", "urn:issn:0259-000X",
                                               "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:example:a,b"};
    differential::urn_mutator texts{number_of("UNIFORM_AGREEMENT_SEED", 169)};
    agreement::findings f;
    for (std::uint64_t left = number_of("UNIFORM_AGREEMENT_NAMES", 600); left > 0; --left) {
        const std::string text{texts.random().one_in(3)
                                   ? std::string{of_namespaces[texts.random().below(std::size(of_namespaces))]}
                                   : std::string{texts.next()}};
        const std::string changed{texts.changed(text)};
        const auto a = parse_urn(text);
        const auto b = parse_urn(changed);
        if (!a || !b) continue;
        const auto one = resolver::key_of(*a);
        const auto other = resolver::key_of(*b);
        if (!one || !other) continue; // longer than a name is kept
        constexpr std::string_view law = "I=I, urn compare, keys and assignment make one name or two of a pair";
        const std::string both = text + "' and '" + changed;
        const bool same = namespace_equivalent(*a, *b);
        f.asked(law);
        assign(*one);
        assign(*other);
        if (count(*one, *other) != (same ? 1U : 2U)) f.broken(law, both, "names: " + *one + ", " + *other);
        const auto said = s->read([&](store::reading &r) { return http::are_equal({}, r, a->text(), b->text()); });
        if (!said)
            f.broken(law, both, "I=I: " + said.error().detail);
        else if (*said != same)
            f.broken(law, both, *said ? "I=I: TRUE" : "I=I: FALSE");
    }
    expect_none(f, 100);
}

INSTANTIATE_ON_BOTH_STORES(agreement_of_resolution);

} // namespace
