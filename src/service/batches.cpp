// Names that are reserved together, to be filled later. A document of kind "batch" lists them.

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/resolver/life.hpp>
#include <uniform/service/names.hpp>

#include "service/idempotency.hpp"
#include "service/minter.hpp"
#include "service/outcomes.hpp"

namespace uniform::service {

namespace {

using json = nlohmann::ordered_json;
using resolver::name_record;
using resolver::name_state;
using resolver::problem_type;
using failed = std::unexpected<problem>;

// Of all keys together: what a document takes.
constexpr std::size_t most_bytes = std::size_t{8} << 20U;

failed refuse(problem_type type, std::string detail) {
    return failed(problem{.type = type, .detail = std::move(detail)});
}

struct entry {
    std::string key;
    name_record record;
};

// The named ones: all must be free.
std::expected<std::vector<entry>, problem> named(store::writing &w, const principal &who, const reservation &r,
                                                 const std::string &id) {
    std::vector<entry> entries;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < r.urns.size(); ++i) {
        const auto at = [&](problem p) {
            p.detail = "name " + std::to_string(i + 1) + " of the list: " + p.detail;
            return failed(std::move(p));
        };
        auto name = read_new_name(w, r.urns[i]);
        if (!name) return at(std::move(name.error()));
        const ground g = ground_of(w, name->key);
        if (auto may = may_assign(g, who, name->key); !may) return at(std::move(may.error()));
        name_record record{.state = name_state::reserved,
                           .name = std::move(name->written),
                           .registrar = registrar_of(g, who),
                           .batch = id};
        if (auto fine = in_policy(g, name->key, record); !fine) return at(std::move(fine.error()));
        if (const auto row = w.name(name->key)) return at(taken(*row, record_of(row->key, row->record)));
        bytes += name->key.size();
        entries.push_back({std::move(name->key), std::move(record)});
    }
    std::vector<std::string_view> keys;
    for (const entry &e : entries) keys.push_back(e.key);
    std::ranges::sort(keys);
    if (const auto twice = std::ranges::adjacent_find(keys); twice != keys.end()) {
        return refuse(problem_type::invalid, "\"urn:" + std::string(*twice) + "\" is in the list twice");
    }
    if (bytes > most_bytes) return refuse(problem_type::too_large, "the names have more than 8 MiB; make two batches");
    return entries;
}

std::string body_of(const batch &b) {
    json body;
    body["id"] = b.id;
    if (!b.prefix.empty()) body["prefix"] = b.prefix;
    if (!b.registrar.empty()) body["registrar"] = b.registrar;
    body["who"] = b.who;
    body["at"] = resolver::to_string(b.at);
    body["keys"] = b.keys;
    return body.dump();
}

std::expected<batch, problem> find_id(store::reading &r, std::string_view id) {
    const auto d = r.find("batch", id);
    if (!d) return refuse(problem_type::not_found, "there is no batch \"" + std::string(id) + "\"");
    const json body = json::parse(d->body, nullptr, false);
    if (!body.is_object() || !body.contains("keys")) {
        throw store::failure(store::failure_kind::damaged, "batch " + d->id + " cannot be read");
    }
    batch b{.id = d->id,
            .prefix = body.value("prefix", ""),
            .registrar = body.value("registrar", ""),
            .who = body.value("who", "")};
    b.at = resolver::parse_timestamp(body.value("at", "")).value_or(resolver::timestamp{});
    b.keys = body["keys"].get<std::vector<std::string>>();
    return b;
}

} // namespace

std::string to_json(const batch &b) {
    json out;
    out["id"] = b.id;
    if (!b.prefix.empty()) out["prefix"] = b.prefix;
    if (!b.registrar.empty()) out["registrar"] = b.registrar;
    out["at"] = resolver::to_string(b.at);
    out["count"] = b.keys.size();
    json &names = out["names"] = json::array();
    for (const std::string &key : b.keys) names.push_back(resolver::urn_of(key));
    return out.dump();
}

std::expected<batch, problem> reserve_step(store::writing &w, const principal &who, const reservation &r) {
    std::string list;
    for (const std::string &urn : r.urns) list += urn + "\n";
    once o(w, who, r.terms, {"reserve", r.prefix, std::to_string(r.count), list});
    auto before = o.before();
    if (!before) return failed(std::move(before.error()));
    if (*before) {
        auto again = find_id(w, **before);
        if (again) again->repeated = true;
        return again;
    }

    const bool by_rule = r.urns.empty();
    const std::size_t count = by_rule ? r.count : r.urns.size();
    if (!by_rule && (r.count != 0 || !r.prefix.empty())) {
        return refuse(problem_type::invalid, "either names are reserved, or a number of names under a prefix");
    }
    if (count == 0 || count > most_reserved) {
        return refuse(problem_type::invalid, "1 to " + std::to_string(most_reserved) + " names are in one batch");
    }
    batch b{.who = who.id, .at = w.now()};
    if (by_rule) {
        auto source = minter::open(w, who, r.prefix);
        if (!source) return failed(std::move(source.error()));
        b.prefix = source->prefix();
        b.registrar = registrar_of(source->where(), who);
        name_record record{.state = name_state::reserved, .registrar = b.registrar};
        while (b.keys.size() < count) {
            auto names = source->draw(w, who, record, count - b.keys.size());
            if (!names) return failed(std::move(names.error()));
            if (names->empty() && b.keys.empty()) {
                b.complete = false;
                return b;
            }
            if (b.id.empty()) b.id = std::to_string(w.next("batch"));
            record.batch = b.id;
            std::vector<std::pair<std::string, std::string>> rows;
            for (read_name &name : *names) {
                record.name = std::move(name.written);
                rows.emplace_back(std::move(name.key), resolver::encode(record));
            }
            const std::vector<bool> added = w.add_names(rows, to_string(resolver::name_action::reserve));
            // For those that are taken others are drawn.
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (added[i]) b.keys.push_back(std::move(rows[i].first));
            }
            const auto taken_ones = static_cast<std::size_t>(std::ranges::count(added, false));
            if (source->gives_up(taken_ones) && b.keys.empty()) {
                b.complete = false;
                return b;
            }
        }
    } else {
        b.id = std::to_string(w.next("batch"));
        auto entries = named(w, who, r, b.id);
        if (!entries) return failed(std::move(entries.error()));
        b.registrar = who.registrar;
        std::vector<std::pair<std::string, std::string>> rows;
        for (entry &e : *entries) rows.emplace_back(std::move(e.key), resolver::encode(e.record));
        const std::vector<bool> added = w.add_names(rows, to_string(resolver::name_action::reserve));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!added[i]) return refuse(problem_type::conflict, "\"urn:" + rows[i].first + "\" was taken just now");
            b.keys.push_back(std::move(rows[i].first));
        }
    }
    std::size_t bytes = 0;
    for (const std::string &key : b.keys) bytes += key.size();
    if (bytes > most_bytes) return refuse(problem_type::too_large, "the names have more than 8 MiB; make two batches");
    w.put("batch", b.id, body_of(b), "reserve");
    o.remember(b.id);
    return b;
}

std::expected<batch, problem> reserve(store::store &s, const store::origin &by, const principal &who,
                                      const reservation &r) {
    for (int i = 0; i < most_steps; ++i) {
        auto step = s.write(by, [&](store::writing &w) { return reserve_step(w, who, r); });
        if (!step || step->complete) return step;
    }
    return std::unexpected(passed_over());
}

std::expected<batch, problem> find_batch(store::reading &r, std::string_view id) { return find_id(r, id); }

} // namespace uniform::service
