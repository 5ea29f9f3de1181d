// Names that are reserved together, to be activated later. A document of kind "batch" lists them.

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/life.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/names.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/names/idempotency.hpp"
#include "service/names/minter.hpp"
#include "service/names/name_check.hpp"
#include "service/names/name_rows.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"

namespace uniform::service {

namespace {

using resolver::name_record;
using resolver::name_state;
using resolver::problem_type;

// The size of all keys, and of the names if these differ, that one document may hold.
constexpr std::size_t most_bytes = std::size_t{8} << 20U;

std::unexpected<problem> too_many_bytes(std::string_view member) {
    auto refused = resolver::refuse_member(member, "the names have more than 8 MiB: reserve them in two batches");
    refused.error().type = problem_type::too_large;
    return refused;
}

struct entry {
    std::string key;
    name_record record;
};

// Names that the request lists: none may exist yet.
std::expected<std::vector<entry>, problem> named(store::writing &w, const principal &who, const reservation &r,
                                                 const std::string &id) {
    std::vector<entry> entries;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < r.urns.size(); ++i) {
        const auto at = [&](problem p) {
            p.detail = "name " + std::to_string(i + 1) + " of the list: " + p.detail;
            p.pointer = "/names/" + std::to_string(i);
            return std::unexpected{std::move(p)};
        };
        auto name = check_new_name(w, r.urns[i]);
        if (!name) return at(std::move(name.error()));
        const key_policy g = policy_of(w, name->key);
        if (auto may = may_assign(g, who, name->key); !may) return at(std::move(may.error()));
        name_record record;
        if (!r.record_of_each.empty()) {
            auto own = expanded(w, r.record_of_each, *name, {}, r.options);
            if (!own) return at(std::move(own.error()));
            record = std::move(*own);
        }
        record.state = name_state::reserved;
        record.name = std::move(name->written);
        record.registrar = registrar_for(g, who);
        record.batch = id;
        if (auto fine = check_policies(g, name->key, record); !fine) return at(std::move(fine.error()));
        if (const auto row = w.name(name->key)) return at(already_exists(*row, record_in(row->key, row->record)));
        bytes += name->key.size();
        entries.push_back({std::move(name->key), std::move(record)});
    }
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) -> const std::string & { return entries[i].key; };
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair<std::string_view, std::size_t>{key(i), i}; });
    if (const auto twice = std::ranges::adjacent_find(order, {}, key); twice != order.end()) {
        return resolver::refuse_member("names/" + std::to_string(*std::next(twice)),
                                       "\"urn:" + key(*twice) + "\" occurs twice in the list");
    }
    if (bytes > most_bytes) return too_many_bytes("names");
    return entries;
}

// Whether a name is not that of its key.
bool has_other_names(const batch &b) {
    return !std::ranges::equal(b.keys, b.names, {}, [](const std::string &key) { return resolver::urn_of(key); });
}

std::string json_of(const batch &b) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("id", b.id).member_if("prefix", b.prefix).member_if("registrar", b.registrar);
    w.member("who", b.who).member("at", resolver::to_string(b.at)).member("keys", b.keys);
    if (has_other_names(b)) w.member("names", b.names);
    w.end_object();
    return out;
}

std::expected<batch, problem> find_id(store::reading &r, std::string_view id) {
    const auto d = r.find("batch", id);
    if (!d) return std::unexpected{resolver::does_not_exist("batch", id)};
    const auto body = json::read(d->body).value_or(json::value{});
    batch b{.id = d->id};
    std::string at;
    json::members m{body, "a batch"};
    m.ignore("id").string("prefix", b.prefix, 4096).string("registrar", b.registrar).string("who", b.who);
    m.string("at", at).require("keys").strings("keys", b.keys, most_reserved, most_bytes);
    m.strings("names", b.names, most_reserved, most_bytes);
    if (!m.done()) throw_damaged("batch", d->id);
    if (b.names.size() != b.keys.size()) { // they are those of the keys
        b.names.clear();
        for (const std::string &key : b.keys) b.names.push_back(resolver::urn_of(key));
    }
    b.at = resolver::parse_timestamp(at).value_or(resolver::timestamp{});
    return b;
}

std::expected<batch, problem> reserve_names(store::writing &w, const principal &who, const reservation &r) {
    const bool by_rule = r.urns.empty();
    const std::size_t count = by_rule ? r.count : r.urns.size();
    if (!by_rule && (r.count != 0 || !r.prefix.empty())) {
        return resolver::refuse_member(r.prefix.empty() ? "count" : "prefix",
                                       "a reservation has either names, or a prefix and a number of names");
    }
    if (count == 0 || count > most_reserved) {
        return resolver::refuse_member(by_rule ? "count" : "names",
                                       "1 to " + std::to_string(most_reserved) + " names can be in one batch");
    }
    batch b{.who = who.id, .at = w.now()};
    if (by_rule) {
        auto source = minter::open(w, who, r.prefix);
        if (!source) {
            if (!source.error().pointer) source.error().pointer = "/prefix";
            return std::unexpected{std::move(source.error())};
        }
        b.prefix = source->prefix();
        b.registrar = registrar_for(source->policy(), who);
        name_record record{.state = name_state::reserved, .registrar = b.registrar};
        while (b.keys.size() < count) {
            UNIFORM_TRY(auto &names, source->draw(w, who, record, count - b.keys.size()));
            if (names.empty() && b.keys.empty()) {
                b.complete = false;
                return b;
            }
            if (b.id.empty()) b.id = std::to_string(w.next("batch"));
            record.batch = b.id;
            std::vector<std::pair<std::string, std::string>> rows;
            std::vector<std::string> urns;
            for (checked_name &name : names) {
                if (!r.record_of_each.empty()) {
                    UNIFORM_TRY(auto &own, expanded(w, r.record_of_each, name, source->prefix(), r.options));
                    own.state = name_state::reserved;
                    own.registrar = b.registrar;
                    own.batch = b.id;
                    record = std::move(own);
                }
                record.name = std::move(name.written);
                urns.push_back(resolver::urn_of(name.key, record));
                rows.emplace_back(std::move(name.key), resolver::encode(record));
            }
            const std::vector<bool> added = w.add_names(rows, to_string(resolver::name_action::reserve));
            // Others are drawn instead of those that exist already.
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (!added[i]) continue;
                b.keys.push_back(std::move(rows[i].first));
                b.names.push_back(std::move(urns[i]));
            }
            const auto existing = static_cast<std::size_t>(std::ranges::count(added, false));
            if (source->ends_step(existing) && b.keys.empty()) {
                b.complete = false;
                return b;
            }
        }
    } else {
        b.id = std::to_string(w.next("batch"));
        UNIFORM_TRY(auto &entries, named(w, who, r, b.id));
        b.registrar = who.registrar;
        std::vector<std::pair<std::string, std::string>> rows;
        for (entry &e : entries) {
            b.names.push_back(resolver::urn_of(e.key, e.record));
            rows.emplace_back(std::move(e.key), resolver::encode(e.record));
        }
        const std::vector<bool> added = w.add_names(rows, to_string(resolver::name_action::reserve));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!added[i]) return std::unexpected{resolver::already_exists("name", b.names[i])};
            b.keys.push_back(std::move(rows[i].first));
        }
    }
    std::size_t bytes = 0;
    for (const std::string &key : b.keys) bytes += key.size();
    if (has_other_names(b)) {
        for (const std::string &name : b.names) bytes += name.size();
    }
    if (bytes > most_bytes) return too_many_bytes(by_rule ? "count" : "names");
    w.put("batch", b.id, json_of(b), "reserve");
    return b;
}

} // namespace

void write(json::writer &w, const batch &b) {
    w.begin_object().member("id", b.id).member_if("prefix", b.prefix).member_if("registrar", b.registrar);
    w.member("at", resolver::to_string(b.at)).member("count", b.keys.size()).key("names").begin_array();
    for (const std::string &name : b.names) w.string(name);
    w.end_array().end_object();
}

static std::optional<std::string> recorded_form(const batch &made) {
    return made.complete ? std::optional{made.id} : std::nullopt;
}

static std::expected<void, problem> read_recorded(store::reading &r, std::string_view text, batch &made) {
    UNIFORM_TRY(auto &again, find_id(r, text));
    made = std::move(again);
    made.repeated = true;
    return {};
}

std::expected<batch, problem> reserve_step(store::writing &w, const principal &who, const reservation &r) {
    std::string list;
    for (const std::string &urn : r.urns) list += urn + "\n";
    return idempotent(w, who, r.options, {"reserve", r.prefix, std::to_string(r.count), list, r.record_of_each.text()},
                      [&] { return reserve_names(w, who, r); });
}

std::expected<batch, problem> reserve(store::store &s, const store::origin &by, const principal &who,
                                      const reservation &r) {
    for (int i = 0; i < most_steps; ++i) {
        auto step = s.write(by, [&](store::writing &w) { return reserve_step(w, who, r); });
        if (!step || step->complete) return step;
    }
    return std::unexpected{too_many_skipped()};
}

std::expected<batch, problem> find_batch(store::reading &r, std::string_view id) { return find_id(r, id); }

} // namespace uniform::service
