// The check of a list predicts the results of its import; an import that is repeated changes nothing; and an export is
// imported to the same names. On both stores, after generated operations and lists.
//
// UNIFORM_AGREEMENT_LISTS is the number of generated lists, for campaigns; UNIFORM_AGREEMENT_SEED their seed.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/responsibility.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/store/store.hpp>

#include "agreement/expect_none.hpp"
#include "service/bulk_parts.hpp"
#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;

using agreement::number_of;

// One line for each line of the input, as the import reports them, and the counts.
struct imported {
    std::vector<std::string> lines = {};
    import_counts counts = {};
    bool stopped = false;
    std::string refused = {};

    bool operator==(const imported &) const = default;
};

std::string result_of(std::string_view line) {
    constexpr std::string_view member = "\"result\":\"";
    const auto at = line.find(member);
    if (at == std::string_view::npos) return "none";
    line.remove_prefix(at + member.size());
    return std::string{line.substr(0, line.find('"'))};
}

imported import_text(store::store &s, const principal &who, const import_options &o, std::string_view text) {
    imported result;
    std::string out;
    const auto summary =
        import_names(s, somebody, who, o, in_parts(text, 1000), [&](std::string_view part) { out += part; });
    for (std::string_view rest = out; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() + 1);
        result.lines.emplace_back(line);
    }
    if (summary) {
        result.counts = summary->counts;
        result.stopped = summary->stopped;
    } else {
        result.refused = summary.error().detail;
    }
    return result;
}

std::string export_text(store::store &s, bulk_format f, std::string prefix = {}) {
    std::string out;
    (void)export_names(s, {.format = f, .prefix = std::move(prefix)}, [&](std::string_view lines) { out += lines; });
    return out;
}

class generator {
public:
    explicit generator(std::uint64_t seed) : random_(seed) {}

    [[nodiscard]] std::size_t below(std::size_t n) {
        return std::uniform_int_distribution<std::size_t>{0, n - 1}(random_);
    }
    [[nodiscard]] bool one_in(std::size_t n) { return below(n) == 0; }
    template <std::size_t N>
    [[nodiscard]] std::string_view one_of(const std::string_view (&all)[N]) {
        return all[below(N)];
    }

    // Few names, so that lines meet each other and what is there.
    [[nodiscard]] std::string urn() {
        static constexpr std::string_view leads[]{"urn:example:lib-", "urn:example:", "URN:Example:", "urn:other:"};
        return std::string{one_of(leads)} + static_cast<char>('a' + below(8));
    }
    [[nodiscard]] std::string url() {
        static constexpr std::string_view all[]{"https://a.example/", "https://library.example/1", "http://b.example/"};
        return std::string{one_of(all)};
    }

    [[nodiscard]] std::string line() {
        if (one_in(15)) {
            static constexpr std::string_view wrong[]{"{}", "not JSON", R"({"name":"urn:nowhere:a"})",
                                                      R"({"name":"urn:example:"})",
                                                      R"({"name":"urn:example:a","x":1})"};
            return std::string{one_of(wrong)};
        }
        std::string out = R"({"name":")" + urn() + '"';
        if (!one_in(3)) out += R"(,"url":")" + url() + '"';
        if (one_in(5)) out += R"(,"metadata":{"title":"T)" + std::to_string(below(2)) + "\"}";
        static constexpr std::string_view registrars[]{"library", "r", "nobody"};
        if (one_in(6)) out += R"(,"registrar":")" + std::string{one_of(registrars)} + '"';
        if (one_in(20)) out += R"(,"batch":"7")";
        if (one_in(6)) out += R"(,"successor":")" + urn() + '"';
        if (one_in(12)) out += R"(,"predecessor":")" + urn() + '"';
        if (one_in(12)) out += R"(,"other_names":[")" + urn() + "\"]";
        if (one_in(8)) {
            static constexpr std::string_view states[]{
                R"(,"state":"reserved")", R"(,"state":"withdrawn","reason":"gone")",
                R"(,"state":"withdrawn","reason":"gone","withdrawn":"2026-01-01T00:00:00Z")",
                R"(,"state":"withdrawn","reason":"gone","withdrawn":"2996-01-01T00:00:00Z")"};
            out += one_of(states);
        }
        return out += '}';
    }

    [[nodiscard]] std::string list() {
        std::string out;
        for (std::size_t n = 1 + below(12); n > 0; --n) {
            const std::string next = line() + '\n';
            out += next;
            if (one_in(4)) out += next;
        }
        return out;
    }

private:
    std::mt19937_64 random_;
};

class agreement_of_imports : public on_both_stores {
protected:
    // The time stands still, so that a name that is withdrawn in a check and in the import is so at the same time.
    static std::unique_ptr<store::store> open(const std::string &where) {
        const auto now = resolver::parse_timestamp("2026-06-01T00:00:00Z").value();
        auto s = store::store::open(where, {.clock = [now] { return now; }});
        put_namespace(*s, "example");
        put_namespace(*s, "other");
        for (const char *registrar : {"library", "r"}) put_registrar(*s, registrar);
        return s;
    }

    // One operation, whatever becomes of it.
    void operate(generator &g) {
        const std::string urn = g.urn();
        const resolver::name_record record = at(g.url());
        switch (g.below(7)) {
        case 0:
            (void)in(*s, [&](store::writing &w) { return assign(w, admin, {.urn = urn, .record = record}); });
            break;
        case 1:
            (void)in(*s, [&](store::writing &w) { return reserve_step(w, admin, {.urns = {urn}}); });
            break;
        case 2:
            (void)in(*s, [&](store::writing &w) { return activate(w, admin, {.urn = urn, .record = record}); });
            break;
        case 3:
            (void)in(*s, [&](store::writing &w) { return locate(w, admin, urn, record.locators); });
            break;
        case 4:
            (void)in(*s, [&](store::writing &w) {
                return withdraw(w, admin, {.urn = urn, .reason = "gone", .successor = g.one_in(2) ? g.urn() : ""});
            });
            break;
        case 5:
            (void)import_text(*s, admin, {}, g.list());
            break;
        default:
            change_who_assigns(g);
        }
    }

    // An operation that changes no name.
    void change_who_assigns(generator &g) {
        const bool of_library = g.one_in(2);
        switch (g.below(4)) {
        case 0: {
            const auto requested = in(*s, [&](store::writing &w) {
                return request_transfer(w, admin, "urn:example:lib-", of_library ? "library" : "r");
            });
            if (!requested) break;
            (void)in(*s, [&](store::writing &w) {
                return decide_transfer(w, admin, requested->id, transfer_decision::accept);
            });
            break;
        }
        case 1:
            put_namespace(*s, "other",
                          of_library ? resolver::namespace_status::closed : resolver::namespace_status::active);
            break;
        case 2:
            put_delegation(
                *s, {.prefix = "example:lib-",
                     .registrar = of_library ? "library" : "r",
                     .hosts = g.one_in(2) ? std::vector<std::string>{"library.example"} : std::vector<std::string>{}});
            break;
        default:
            put_delegation(*s, {.prefix = "other:", .state = resolver::delegation_state::ended, .registrar = "r"});
        }
    }

    // In order, with their reasons.
    [[nodiscard]] std::vector<std::string> withdrawn_names() const {
        std::vector<std::string> out;
        const auto all =
            s->read([](store::reading &r) { return service::list(r, "", "", 1000, resolver::name_state::withdrawn); });
        for (const name_entry &n : all.names) out.push_back(n.key + ' ' + n.record.reason);
        return out;
    }

    // The number of events and the generation of the store: any write changes them.
    [[nodiscard]] std::string trace() const {
        const auto head = s->read([](store::reading &r) { return r.head().first; });
        return std::to_string(head) + ' ' + std::to_string(s->generation());
    }

    void check_and_import(agreement::findings &f, generator &g) {
        constexpr std::string_view foretold = "the check of a list says what its import does";
        constexpr std::string_view silent = "the check of a list leaves nothing";
        constexpr std::string_view repeated = "a list that is imported again is unchanged";
        constexpr std::string_view later = "also after delegations, policies and namespaces have changed";
        const std::string list = g.list();
        const principal &who = g.one_in(3) ? library : admin;
        constexpr on_conflict all[]{on_conflict::report, on_conflict::report, on_conflict::update,
                                    on_conflict::replace};
        import_options o{
            .existing = all[g.below(std::size(all))], .stop_on_error = g.one_in(3), .block = 1 + g.below(6)};
        constexpr std::string_view ended = "a name that is withdrawn stays so";
        o.dry_run = true;
        const std::string before = trace();
        const std::vector<std::string> gone = withdrawn_names();
        const imported said = import_text(*s, who, o, list);
        f.asked(silent);
        if (trace() != before) f.broken(silent, list, trace());
        o.dry_run = false;
        const imported done = import_text(*s, who, o, list);
        f.asked(foretold);
        if (said != done) f.broken(foretold, list, difference(said, done));
        f.asked(ended);
        if (!std::ranges::includes(withdrawn_names(), gone)) f.broken(ended, list, std::to_string(gone.size()));
        // Several lines of one name change it one after the other, and again when they are repeated.
        if (o.existing != on_conflict::report) return;

        f.asked(repeated);
        o.block = 1 + g.below(6);
        const imported again = import_text(*s, who, o, list);
        expect_unchanged(f, repeated, list, done, again);
        if (again.lines.size() != done.lines.size()) f.broken(repeated, list, "another number of lines");

        change_who_assigns(g);
        f.asked(later);
        o.stop_on_error = false;
        expect_unchanged(f, later, list, done, import_text(*s, who, o, list));
    }

    static std::string difference(const imported &a, const imported &b) {
        for (std::size_t i = 0; i < std::min(a.lines.size(), b.lines.size()); ++i) {
            if (a.lines[i] != b.lines[i]) return '\n' + a.lines[i] + "\n is \n" + b.lines[i];
        }
        return a.refused + " " + std::to_string(a.lines.size()) + " lines, " + b.refused + " " +
               std::to_string(b.lines.size());
    }

    static void expect_unchanged(agreement::findings &f, std::string_view law, const std::string &list,
                                 const imported &first, const imported &second) {
        for (std::size_t i = 0; i < first.lines.size(); ++i) {
            const std::string was = result_of(first.lines[i]);
            const std::string is = i < second.lines.size() ? result_of(second.lines[i]) : "missing";
            if (was == "assigned" && is != "unchanged")
                f.broken(law, list, first.lines[i] + (i < second.lines.size() ? " is " + second.lines[i] : ""));
        }
    }

    void export_and_import(agreement::findings &f) {
        constexpr std::string_view here = "what was exported is unchanged where it comes from";
        constexpr std::string_view theirs = "also by the registrar that is responsible now";
        constexpr std::string_view there = "what was exported is imported to the same names";
        for (const bulk_format format : {bulk_format::ndjson, bulk_format::csv}) {
            const std::string all = export_text(*s, format);
            f.asked(here);
            const imported again = import_text(*s, admin, {.format = format}, all);
            if (again.counts.unchanged != again.counts.lines || !again.refused.empty())
                f.broken(here, all, again.lines.empty() ? again.refused : again.lines.front());
            const std::string responsible =
                s->read([](store::reading &r) { return responsible_registrar(r, "example:lib-"); });
            const imported by_them = import_text(*s, registrar_of(responsible, {"example:"}), {.format = format},
                                                 export_text(*s, format, "example:lib-"));
            f.asked(theirs);
            if (by_them.counts.unchanged != by_them.counts.lines || !by_them.refused.empty())
                f.broken(theirs, all, by_them.lines.empty() ? by_them.refused : by_them.lines.front());
            f.asked(there);
            const auto second = open(another_location());
            const imported moved = import_text(*second, admin, {.format = format}, all);
            if (moved.counts.assigned != moved.counts.lines || export_text(*second, format) != all)
                f.broken(there, all, moved.lines.empty() ? moved.refused : moved.lines.front());
        }
    }

    std::unique_ptr<store::store> s;
    principal admin = administrator();
    principal library = registrar_of("library", {"example:"});
};

TEST_P(agreement_of_imports, generated_lists) {
    const bool sqlite = GetParam() == store::dialect::sqlite;
    generator g{number_of("UNIFORM_AGREEMENT_SEED", 141)};
    agreement::findings f;
    const std::uint64_t lists = number_of("UNIFORM_AGREEMENT_LISTS", sqlite ? 600 : 90);
    constexpr std::uint64_t in_one_store = 15;
    for (std::uint64_t n = 0; n < lists; ++n) {
        if (n % in_one_store == 0) {
            s = open(n == 0 ? location() : another_location());
            put_delegation(*s, {.prefix = "example:lib-", .registrar = "library"});
        }
        for (std::size_t steps = g.below(6); steps > 0; --steps) operate(g);
        check_and_import(f, g);
        if (n % in_one_store == in_one_store - 1) export_and_import(f);
    }
    s.reset();
    expect_none(f, 1);
}

INSTANTIATE_ON_BOTH_STORES(agreement_of_imports);

} // namespace
