#include "http/harvest/oai.hpp"

#include <algorithm>
#include <chrono>

#include <uniform/resolver/record.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/store/pages.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/harvest/oai_sets.hpp"
#include "http/metadata/catalogue.hpp"
#include "http/metadata/xml_text.hpp"

namespace uniform::http {

namespace {

using resolver::timestamp;

constexpr std::size_t sets_page = 1000;
constexpr std::size_t events_at_once = 16; // with their contents, which may be long

// Section 3.3.1: seconds.
std::string date(timestamp t) { return resolver::to_string(std::chrono::floor<std::chrono::seconds>(t)); }

// Reading the store, and what an item is made of.
struct oai_item {
    std::string_view key;
    timestamp at;
    const resolver::name_record &record;
};

void add_header(pugi::xml_node parent, store::reading &r, const oai_item &i) {
    const auto &[key, at, record] = i;
    const bool deleted = record.state == resolver::name_state::withdrawn;
    pugi::xml_node header = parent.append_child("header");
    if (deleted) header.append_attribute("status") = "deleted";
    add_element(header, "identifier", resolver::urn_of(key, record));
    add_element(header, "datestamp", date(at));
    for (const std::string &set : sets_of(r, key, record)) add_element(header, "setSpec", set);
}

void add_item(pugi::xml_node parent, store::reading &r, const oai_item &i, std::optional<catalogue_format> format) {
    if (!format) return add_header(parent, r, i);
    pugi::xml_node record = parent.append_child("record");
    add_header(record, r, i);
    if (i.record.state == resolver::name_state::withdrawn) return;
    append(record.append_child("metadata"), *format, name_description{i.key, i.record});
}

// A withdrawn name is a deleted record of every format.
bool has_format(const resolver::name_record &r, std::string_view key, catalogue_format f) {
    return r.state == resolver::name_state::withdrawn || missing_for(f, name_description{key, r}).empty();
}

// Each of the functions of a verb appends to the element of the verb, or returns an error.
using done = std::expected<void, oai_error>;

done identify(pugi::xml_node to, store::reading &r, const oai_options &o, timestamp now) {
    add_element(to, "repositoryName", o.name);
    add_element(to, "baseURL", o.base);
    add_element(to, "protocolVersion", "2.0");
    add_element(to, "adminEmail", o.email);
    const auto first = r.event_at(1);
    add_element(to, "earliestDatestamp", date(first ? first->at : now));
    add_element(to, "deletedRecord", "persistent");
    add_element(to, "granularity", "YYYY-MM-DDThh:mm:ssZ");
    return {};
}

// An item: its key and its name record. A reserved name is not an item.
struct item {
    std::string key;
    resolver::name_record record;
    std::uint64_t event;
};
std::expected<item, oai_error> find_item(store::reading &r, const std::string &identifier) {
    const auto key = service::key_of(r, identifier);
    const auto row = key ? r.name(*key) : std::nullopt;
    auto record = row ? resolver::decode(row->record) : std::nullopt;
    if (!record || record->state == resolver::name_state::reserved) {
        return oai_refusal(oai_error_code::id_does_not_exist,
                           key ? resolver::name_does_not_exist(*key).detail : key.error().detail);
    }
    return item{*key, std::move(*record), row->event};
}

done formats(pugi::xml_node to, store::reading &r, const oai_request &q) {
    std::optional<item> of;
    if (!q.identifier.empty()) {
        UNIFORM_TRY(auto &found, find_item(r, q.identifier));
        of = std::move(found);
    }
    for (const catalogue_format_row &row : catalogue_formats) {
        if (of && !has_format(of->record, of->key, row.format)) continue;
        pugi::xml_node format = to.append_child("metadataFormat");
        add_element(format, "metadataPrefix", row.prefix);
        add_element(format, "schema", row.schema);
        add_element(format, "metadataNamespace", row.xml_namespace);
    }
    return {};
}

done sets(pugi::xml_node to, store::reading &r, const oai_request &q) {
    const auto [all, more] = list_sets(r, q.sets_after, sets_page);
    // The schema requires at least one set.
    if (all.empty()) {
        return q.resumed ? oai_refusal(oai_error_code::bad_resumption_token, "no sets after that one")
                         : oai_refusal(oai_error_code::no_set_hierarchy, "no namespaces yet");
    }
    for (const oai_set &each : all) {
        pugi::xml_node set = to.append_child("set");
        add_element(set, "setSpec", each.spec);
        add_element(set, "setName", each.name);
    }
    if (more) {
        add_element(to, "resumptionToken", oai_token(q.verb, {.set = all.back().spec}));
    } else if (q.resumed) {
        to.append_child("resumptionToken"); // section 3.5: the last part of an incomplete list
    }
    return {};
}

done record(pugi::xml_node to, store::reading &r, const oai_request &q) {
    UNIFORM_TRY(const auto &found, find_item(r, q.identifier));
    const catalogue_format format = q.selection.format;
    if (!has_format(found.record, found.key, format)) {
        std::string detail = "the metadata of this name lacks what the format requires:";
        for (const std::string_view member : missing_for(format, name_description{found.key, found.record})) {
            detail.append(" ").append(member);
        }
        return oai_refusal(oai_error_code::cannot_disseminate_format, std::move(detail));
    }
    const auto last = r.event_at(found.event);
    add_item(to, r, {found.key, last ? last->at : timestamp{}, found.record}, format);
    return {};
}

// The number of the last event before `t`: the times of events never decrease.
std::uint64_t last_before(store::reading &r, timestamp t) {
    std::uint64_t low = 0;
    std::uint64_t high = r.head().first;
    while (low < high) {
        const std::uint64_t middle = low + (high - low + 1) / 2;
        const auto e = r.event_at(middle);
        if (e && e->at < t) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

done list(pugi::xml_node to, store::reading &r, const oai_request &q, std::size_t page) {
    oai_selection at = q.selection;
    const auto none = [&] {
        return oai_refusal(oai_error_code::no_records_match, "no record matches the dates, the set and the format");
    };
    set_selection selected;
    if (!at.set.empty()) {
        auto set = selection_of_set(r, at.set);
        if (!set) {
            return oai_refusal(q.resumed ? oai_error_code::bad_resumption_token : oai_error_code::no_records_match,
                               "unknown set \"" + at.set + "\"");
        }
        selected = std::move(*set);
        if (r.names(selected.prefix, {}, 1).empty()) return none(); // without reading the whole history
    }
    if (!q.resumed && at.from) at.after = last_before(r, *at.from);
    constexpr std::size_t most_bytes = store::page_size{}.bytes;
    std::size_t given = 0;
    std::size_t bytes = 0;
    bool more = false;
    for (bool end = false; !end;) {
        const auto events = r.events(at.after, events_at_once);
        end = events.size() < events_at_once;
        for (const store::event &e : events) {
            if (at.until && e.at >= *at.until) {
                end = true;
                break;
            }
            const std::uint64_t before = std::exchange(at.after, e.number);
            if (e.kind != "name" || !e.id.starts_with(selected.prefix)) continue;
            const auto row = r.name(e.id);
            if (!row || row->event != e.number) continue; // it has changed since, and comes later
            const auto record = resolver::decode(row->record);
            if (!record || record->state == resolver::name_state::reserved) continue;
            if (!selected.has(e.id, *record) || !has_format(*record, e.id, at.format)) continue;
            if (given == page || bytes > most_bytes) {
                at.after = before;
                end = more = true;
                break;
            }
            const bool whole = q.verb == oai_verb::list_records;
            add_item(to, r, {e.id, e.at, *record}, whole ? std::optional{at.format} : std::nullopt);
            ++given;
            bytes += row->record.size();
        }
    }
    // A list that was resumed ends with an empty token, even if the rest of it has changed in the meantime; then the
    // response may have no records, which only an error may.
    if (given == 0) {
        if (!q.resumed) return none();
        return oai_refusal(oai_error_code::bad_resumption_token,
                           "the rest of the list has changed: harvest again from the last datestamp");
    }
    if (!more && !q.resumed) return {};
    pugi::xml_node token = to.append_child("resumptionToken");
    token.append_attribute("cursor") = static_cast<unsigned long long>(at.given);
    if (more) {
        at.given += given;
        token.text().set(oai_token(q.verb, at).c_str());
    }
    return {};
}

done carry_out(pugi::xml_node to, store::store &s, const oai_request &q, const oai_options &o, timestamp now) {
    return s.read([&](store::reading &r) -> done {
        switch (q.verb) {
        case oai_verb::identify:
            return identify(to, r, o, now);
        case oai_verb::list_metadata_formats:
            return formats(to, r, q);
        case oai_verb::list_sets:
            return sets(to, r, q);
        case oai_verb::get_record:
            return record(to, r, q);
        case oai_verb::list_identifiers:
        case oai_verb::list_records:
            return list(to, r, q, o.page);
        }
        return {};
    });
}

} // namespace

std::string oai_response(store::store &s, const oai_arguments &arguments, const oai_options &o, timestamp now) {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node root = document.append_child("OAI-PMH");
    root.append_attribute("xmlns") = "http://www.openarchives.org/OAI/2.0/";
    root.append_attribute("xmlns:xsi") = "http://www.w3.org/2001/XMLSchema-instance";
    root.append_attribute("xsi:schemaLocation") =
        "http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd";
    add_element(root, "responseDate", date(now));
    pugi::xml_node request = add_element(root, "request", o.base);

    const auto q = oai_read(arguments);
    // Section 3.2: the request's attributes, but not after badVerb and badArgument. Their names are known then.
    if (q || (q.error().code != oai_error_code::bad_verb && q.error().code != oai_error_code::bad_argument)) {
        for (const auto &[name, value] : arguments) {
            request.append_attribute(name.c_str()) = xml_text(value).c_str();
        }
    }
    done body = std::unexpected{oai_error{}};
    if (q) {
        const std::string verb{to_string(q->verb)};
        body = carry_out(root.append_child(verb.c_str()), s, *q, o, now);
        if (!body) root.remove_child(verb.c_str());
    } else {
        body = std::unexpected{q.error()};
    }
    if (!body) {
        const std::string code{to_string(body.error().code)};
        add_element(root, "error", body.error().detail).append_attribute("code") = code.c_str();
    }
    return text_of(document);
}

} // namespace uniform::http
