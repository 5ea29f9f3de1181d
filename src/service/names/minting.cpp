// Minting: names that the service makes.

#include <algorithm>
#include <utility>
#include <vector>

#include <uniform/resolver/life.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/names.hpp>

#include "service/authorization.hpp"
#include "service/names/idempotency.hpp"
#include "service/names/minter.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

namespace {

using failed = std::unexpected<problem>;

} // namespace

std::expected<resolver::name_record, problem> expanded(store::writing &w, const resolver::record_template &t,
                                                       const checked_name &name, std::string_view prefix,
                                                       const write_options &o) {
    auto record = t.expand(name.written.empty() ? resolver::urn_of(name.key) : name.written, prefix);
    if (!record) return record;
    if (auto fine = resolver::check_schemes(*record, o.schemes); !fine) return failed(std::move(fine.error()));
    if (auto fine = check_locator_policy(policy_of(w, name.key), *record); !fine) {
        return failed(std::move(fine.error()));
    }
    return record;
}

std::expected<minted, problem> mint_step(store::writing &w, const principal &who, const minting_request &m) {
    if (auto valid = check_token(w, who); !valid) return failed(std::move(valid.error()));
    idempotent_request request(
        w, who, m.options,
        {"mint", m.prefix, std::to_string(m.count), resolver::encode(m.record), m.record_of_each.text()});
    auto before = request.recorded();
    if (!before) return failed(std::move(before.error()));
    if (*before) return minted{.names = decode_entries(w, **before), .complete = true, .repeated = true};

    if (m.count == 0 || m.count > most_minted) {
        return resolver::refuse_member("count",
                                       "1 to " + std::to_string(most_minted) + " names can be minted by one request");
    }
    auto source = minter::open(w, who, m.prefix);
    if (!source) return failed(std::move(source.error()));
    if (!m.record_of_each.empty() && client_members(m.record) != client_members({})) {
        return resolver::refuse_member("template", "\"template\" excludes the other members of a name record");
    }
    resolver::name_record record = client_members(m.record);
    record.registrar = registrar_for(source->policy(), who);
    if (auto fine = resolver::check_schemes(record, m.options.schemes); !fine) return failed(std::move(fine.error()));
    // Without a template the locators are the same for every name: so is the decision of the locator policy.
    if (auto fine = check_locator_policy(source->policy(), record); !fine) return failed(std::move(fine.error()));
    minted result;
    while (result.names.size() < m.count) {
        auto names = source->draw(w, who, record, m.count - result.names.size());
        if (!names) return failed(std::move(names.error()));
        if (names->empty() && result.names.empty()) return minted{.names = {}, .complete = false};
        std::vector<std::pair<std::string, std::string>> rows;
        for (checked_name &name : *names) {
            if (!m.record_of_each.empty()) {
                auto own = expanded(w, m.record_of_each, name, source->prefix(), m.options);
                if (!own) return failed(std::move(own.error()));
                own->registrar = std::move(record.registrar);
                record = std::move(*own);
            }
            if (auto fine = check_relations(w, name.key, record); !fine) return failed(std::move(fine.error()));
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
        if (source->ends_step(existing) && result.names.empty()) return minted{.names = {}, .complete = false};
    }
    request.record(encode_entries(result.names));
    return result;
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
