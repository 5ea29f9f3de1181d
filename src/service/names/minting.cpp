// Minting: names that the service makes.

#include <algorithm>
#include <utility>
#include <vector>

#include <uniform/resolver/life.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/names.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/names/idempotency.hpp"
#include "service/names/minter.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

std::expected<resolver::name_record, problem> expanded(store::writing &w, const resolver::record_template &t,
                                                       const checked_name &name, std::string_view prefix,
                                                       const write_options &o) {
    auto record = t.expand(name.written.empty() ? resolver::urn_of(name.key) : name.written, prefix);
    UNIFORM_CHECK(record);
    UNIFORM_CHECK(resolver::check_schemes(*record, o.schemes));
    UNIFORM_CHECK(check_locator_policy(policy_of(w, name.key), *record));
    return record;
}

namespace {

std::expected<minted, problem> mint_names(store::writing &w, const principal &who, const minting_request &m) {
    if (m.count == 0 || m.count > most_minted) {
        return resolver::refuse_member("count",
                                       "1 to " + std::to_string(most_minted) + " names can be minted by one request");
    }
    UNIFORM_TRY(auto &source, minter::open(w, who, m.prefix));
    if (!m.record_of_each.empty() && client_members(m.record) != client_members({})) {
        return resolver::refuse_member("template", "\"template\" excludes the other members of a name record");
    }
    resolver::name_record record = client_members(m.record);
    record.registrar = registrar_for(source.policy(), who);
    UNIFORM_CHECK(resolver::check_schemes(record, m.options.schemes));
    // Without a template the locators are the same for every name: so is the decision of the locator policy.
    UNIFORM_CHECK(check_locator_policy(source.policy(), record));
    minted result;
    while (result.names.size() < m.count) {
        UNIFORM_TRY(auto &names, source.draw(w, who, record, m.count - result.names.size()));
        if (names.empty() && result.names.empty()) return minted{.names = {}, .complete = false};
        std::vector<std::pair<std::string, std::string>> rows;
        for (checked_name &name : names) {
            if (!m.record_of_each.empty()) {
                UNIFORM_TRY(auto &own, expanded(w, m.record_of_each, name, source.prefix(), m.options));
                own.registrar = std::move(record.registrar);
                record = std::move(own);
            }
            UNIFORM_CHECK(check_relations(w, name.key, record));
            record.name = std::move(name.written);
            rows.emplace_back(std::move(name.key), resolver::encode(record));
        }
        const std::vector<bool> added = w.add_names(rows, "mint");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!added[i]) continue;
            auto row = w.name(rows[i].first).value();
            result.names.push_back({.key = std::move(row.key),
                                    .record = record_in(rows[i].first, row.record),
                                    .event = row.event,
                                    .created = true});
        }
        const auto existing = static_cast<std::size_t>(std::ranges::count(added, false));
        if (source.ends_step(existing) && result.names.empty()) return minted{.names = {}, .complete = false};
    }
    return result;
}

} // namespace

static std::optional<std::string> recorded_form(const minted &made) {
    return made.complete ? std::optional{encode_entries(made.names)} : std::nullopt;
}

static std::expected<void, problem> read_recorded(store::reading &r, std::string_view text, minted &made) {
    made = {.names = decode_entries(r, text), .repeated = true};
    return {};
}

std::expected<minted, problem> mint_step(store::writing &w, const principal &who, const minting_request &m) {
    return idempotent(w, who, m.options,
                      {"mint", m.prefix, std::to_string(m.count), resolver::encode(m.record), m.record_of_each.text()},
                      [&] { return mint_names(w, who, m); });
}

std::expected<minted, problem> mint(store::store &s, const store::origin &by, const principal &who,
                                    const minting_request &m) {
    for (int i = 0; i < most_steps; ++i) {
        auto step = s.write(by, [&](store::writing &w) { return mint_step(w, who, m); });
        if (!step || step->complete) return step;
    }
    return std::unexpected{too_many_skipped()};
}

} // namespace uniform::service
