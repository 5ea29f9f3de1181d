// Reading a block of an import: each line is judged by its form, its place and its policies.

#include <utility>

#include "registry/text.hpp"
#include "service/importer.hpp"

namespace uniform::service::importing {

namespace {

using failed = std::unexpected<problem>;
using resolver::problem_type;

} // namespace

// The rules of the place; and the registrar, when the line does not say it.
std::expected<void, problem> importer::judge(const ground &g, item &i) const {
    if (auto may = may_assign(g, who_, i.key); !may) return may;
    const std::string &registrar = registrar_of(g, who_);
    const bool manager = who_.is(resolver::managers);
    if (!i.registrar_said) {
        i.record.registrar = registrar;
    } else if (i.record.registrar != registrar && !manager) {
        return failed(
            problem{.type = problem_type::forbidden, .detail = "only managers import names of another registrar"});
    }
    if (!i.record.batch.empty() && !manager) {
        return failed(problem{.type = problem_type::forbidden,
                              .detail = "only managers import names with their batch; reserve them instead"});
    }
    return in_policy(g, i.key, i.record);
}

void importer::read_item(item &i, std::string_view text) {
    auto line = options_.format == bulk_format::csv ? read_csv(text, columns_) : read_ndjson(text);
    if (!line) {
        i.why = std::move(line.error());
        return;
    }
    i.urn = std::move(line->urn);
    auto name = read_new_name(i.urn, rules_for(i.urn));
    if (!name) {
        i.why = std::move(name.error());
        return;
    }
    if (!line->key.empty() && line->key != name->key) {
        i.why = problem{.type = problem_type::invalid, .detail = "the name's key is \"" + name->key + "\""};
        return;
    }
    i.key = std::move(name->key);
    i.record = std::move(line->record);
    i.record.name = std::move(name->written);
    i.registrar_said = !i.record.registrar.empty();
    if (i.record.withdrawn && *i.record.withdrawn > resolver::now()) {
        i.why = problem{.type = problem_type::invalid,
                        .detail = "\"withdrawn\" is in the future: " + resolver::to_string(*i.record.withdrawn)};
        return;
    }
    if (i.registrar_said && i.record.registrar != who_.registrar && !is_registrar(i.record.registrar)) {
        i.why = problem{.type = problem_type::invalid,
                        .detail = "there is no registrar \"" + i.record.registrar + "\": add it before its names"};
        return;
    }
    std::expected<void, problem> fine;
    if (const ground *known = policies_.known(i.key)) {
        fine = judge(*known, i);
    } else {
        fine = judge(store_.look_up([&](store::reading &r) { return policies_.find(r, i.key); }), i);
    }
    if (!fine) i.why = std::move(fine.error());
}

// The rules of the namespace of a name, as it is kept here.
const resolver::namespace_rules &importer::rules_for(std::string_view urn) {
    static const resolver::namespace_rules none;
    const std::string_view written = nid_of_urn(urn);
    if (written.empty() || written.size() > 32) return none; // RFC 8141 section 2
    const std::string nid = registry::lower(written);
    const resolver::namespace_rules *rules = policies_.rules(nid);
    if (rules == nullptr) {
        (void)store_.look_up([&](store::reading &r) { return policies_.find(r, nid + ":"); });
        rules = policies_.rules(nid);
    }
    return rules == nullptr ? none : *rules;
}

// Registrars end, but none is ever gone.
bool importer::is_registrar(const std::string &id) {
    if (registrars_.contains(id)) return true;
    if (!store_.look_up([&](store::reading &r) { return r.find("registrar", id); })) return false;
    registrars_.insert(id);
    return true;
}

block importer::read_block() {
    constexpr std::size_t most_bytes = std::size_t{4} << 20U;
    block b;
    b.items.reserve(options_.block);
    bool plain = !options_.stop_on_error;
    while (b.items.size() < options_.block && b.bytes < most_bytes) {
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
        if (i.why && options_.stop_on_error) break;
        plain = plain && (i.why || i.is_plain());
    }
    if (plain) {
        b.rows.reserve(b.items.size());
        for (const item &i : b.items) {
            if (!i.why) b.rows.emplace_back(i.key, resolver::encode(i.record));
        }
    }
    b.judged_by = policies_.seen();
    b.lines = reader_.lines();
    b.offset = reader_.offset();
    if (!options_.id.empty()) b.digest = reader_.digest();
    return b;
}

} // namespace uniform::service::importing
