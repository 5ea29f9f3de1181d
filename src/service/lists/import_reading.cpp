// Reading a block of an import: checks each line by itself, and by its namespace, delegation and policies.

#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/location_schemes.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/lists/importer.hpp"
#include "service/names/name_check.hpp"

namespace uniform::service::importing {

namespace {

using resolver::problem_type;

} // namespace

// Checks by namespace, delegation and policies; sets the registrar if the line has none.
std::expected<void, problem> importer::check(const key_policy &g, item &i) const {
    UNIFORM_CHECK(may_assign(g, who_, i.key));
    const std::string &registrar = registrar_for(g, who_);
    const bool manager = who_.is(resolver::managers);
    if (!i.registrar_said) {
        i.record.registrar = registrar;
    } else if (i.record.registrar != registrar && !manager) {
        return std::unexpected{problem{.type = problem_type::forbidden,
                                       .detail = "only managers import names of another registrar",
                                       .pointer = "/registrar"}};
    }
    if (!i.record.batch.empty() && !manager) {
        return std::unexpected{problem{.type = problem_type::forbidden,
                                       .detail = "only managers import names with their batch; reserve them instead",
                                       .pointer = "/batch"}};
    }
    UNIFORM_CHECK(resolver::check_schemes(i.record, options_.schemes));
    return check_policies(g, i.key, i.record);
}

problem importer::in_input(problem p, std::string_view text) const {
    if (p.offset && !p.pointer) p.pointer = "/name";
    if (text.empty()) {
        p.offset.reset();
        return p;
    }
    if (options_.format == bulk_format::csv) return in_row(std::move(p), text, columns_);
    // Most lines are read without a tree; this one was refused.
    const auto line = json::read(text);
    if (!line) return p;
    if (p.pointer && p.pointer->starts_with("/locators/0") && line->find("url") != nullptr) p.pointer = "/url";
    return resolver::in_body(std::move(p), *line);
}

void importer::read_item(item &i, std::string_view text) {
    auto line = options_.format == bulk_format::csv ? read_csv(text, columns_) : read_ndjson(text);
    if (!line) {
        i.why = std::move(line.error());
        return;
    }
    const auto refuse = [&](problem p) { i.why = in_input(std::move(p), text); };
    i.urn = std::move(line->urn);
    i.record = std::move(line->record);
    i.registrar_said = !i.record.registrar.empty();
    const resolver::namespace_rules &rules = rules_for(i.urn);
    auto name = check_new_name(i.urn, rules);
    if (!name) {
        i.key = resolver::key_of(i.urn, rules.keys()).value_or(std::string{});
        i.for_new_names = true;
        name.error().pointer = "/name";
        return refuse(std::move(name.error()));
    }
    if (!line->key.empty() && line->key != name->key) {
        return refuse(
            {.type = problem_type::invalid, .detail = "the name's key is \"" + name->key + "\"", .pointer = "/key"});
    }
    i.key = std::move(name->key);
    i.record.name = std::move(name->written);
    if (i.record.withdrawn && *i.record.withdrawn > store_.now()) {
        return refuse({.type = problem_type::invalid,
                       .detail = "\"withdrawn\" is in the future: " + resolver::to_string(*i.record.withdrawn),
                       .pointer = "/withdrawn"});
    }
    if (i.registrar_said && i.record.registrar != who_.registrar && !is_registrar(i.record.registrar)) {
        return refuse({.type = problem_type::invalid,
                       .detail = "the registrar \"" + i.record.registrar + "\" does not exist: add it before its names",
                       .pointer = "/registrar"});
    }
    std::expected<void, problem> fine;
    if (const key_policy *known = policies_.cached(i.key)) {
        fine = check(*known, i);
    } else {
        fine = check(store_.look_up([&](store::reading &r) { return policies_.find(r, i.key); }), i);
    }
    if (!fine) {
        i.for_new_names = true;
        return refuse(std::move(fine.error()));
    }
    if (i.has_relations()) i.text = text;
}

// The rules of the namespace of a name, as it is managed here.
const resolver::namespace_rules &importer::rules_for(std::string_view urn) {
    static const resolver::namespace_rules none;
    const std::string_view written = nid_of_urn(urn);
    if (written.empty() || written.size() > 32) return none; // RFC 8141 section 2
    const std::string nid = ascii::lower_copy(written);
    const resolver::namespace_rules *rules = policies_.rules(nid);
    if (rules == nullptr) {
        (void)store_.look_up([&](store::reading &r) { return policies_.find(r, nid + ":"); });
        rules = policies_.rules(nid);
    }
    return rules == nullptr ? none : *rules;
}

// Registrars can end, but are never removed.
bool importer::is_registrar(const std::string &id) {
    if (registrars_.contains(id)) return true;
    if (!store_.look_up([&](store::reading &r) { return r.find("registrar", id); })) return false;
    registrars_.insert(id);
    return true;
}

// The last line read, whatever the store has.
bool importer::ends_with_problem(const block &b) const {
    return options_.stop_on_error && !b.items.empty() && b.items.back().why && !b.items.back().for_new_names;
}

place importer::here() const {
    return {.lines = reader_.lines(),
            .offset = reader_.offset(),
            .digest = options_.id.empty() ? std::string{} : reader_.digest()};
}

void importer::read_block(block &b) {
    constexpr std::size_t most_bytes = std::size_t{4} << 20U;
    b.items.clear();
    b.rows.clear();
    b = {.items = std::move(b.items), .rows = std::move(b.rows), .is_plain = !options_.stop_on_error};
    b.begin = here();
    b.items.reserve(options_.block);
    while (b.items.size() < options_.block && b.bytes < most_bytes && reader_.offset() < read_until_) {
        auto record = reader_.next();
        if (!record) {
            b.last = true;
            break;
        }
        item &i = b.items.emplace_back();
        i.line = record->line;
        b.bytes += record->text.size();
        if (record->wrong) {
            i.why = std::move(record->wrong);
        } else {
            read_item(i, record->text);
        }
        if (i.why) i.result = result::problem;
        if (ends_with_problem(b)) break;
        b.is_plain = b.is_plain && (i.why || i.is_plain());
    }
    if (b.is_plain) {
        b.rows.reserve(b.items.size());
        for (const item &i : b.items) {
            if (!i.why) b.rows.emplace_back(i.key, resolver::encode(i.record));
        }
    }
    b.checked_with = policies_.content();
    place end = here();
    b.lines = end.lines;
    b.offset = end.offset;
    b.digest = std::move(end.digest);
}

} // namespace uniform::service::importing
