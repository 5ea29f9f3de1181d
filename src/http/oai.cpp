#include "http/oai.hpp"

#include <algorithm>
#include <chrono>

#include <uniform/resolver/record.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/store/store.hpp>

#include "resolver/oai_dc.hpp"

namespace uniform::http {

namespace {

using resolver::append_xml;
using resolver::timestamp;

constexpr std::size_t sets_page = 1000;
constexpr std::size_t events_at_once = 500;

std::unexpected<oai_error> no(oai_error_code code, std::string says) {
    return std::unexpected{oai_error{code, std::move(says)}};
}

// Section 3.3.1: seconds.
std::string date(timestamp t) { return resolver::to_string(std::chrono::floor<std::chrono::seconds>(t)); }

void element(std::string &out, std::string_view name, std::string_view text) {
    ((out += '<') += name) += '>';
    append_xml(out, text);
    ((out += "</") += name) += ">\n";
}

void header(std::string &out, std::string_view key, timestamp at, bool deleted) {
    out += deleted ? "<header status=\"deleted\">\n" : "<header>\n";
    element(out, "identifier", resolver::urn_of(key));
    element(out, "datestamp", date(at));
    element(out, "setSpec", key.substr(0, key.find(':')));
    out += "</header>\n";
}

void append_item(std::string &out, std::string_view key, timestamp at, const resolver::name_record &r, bool whole) {
    const bool deleted = r.state == resolver::name_state::withdrawn;
    if (!whole) return header(out, key, at, deleted);
    out += "<record>\n";
    header(out, key, at, deleted);
    if (!deleted) {
        out += "<metadata>\n";
        append_oai_dc(out, r, key);
        out += "</metadata>\n";
    }
    out += "</record>\n";
}

std::string identify(store::reading &r, const oai_options &o, timestamp now) {
    std::string out;
    element(out, "repositoryName", o.name);
    element(out, "baseURL", o.base);
    element(out, "protocolVersion", "2.0");
    element(out, "adminEmail", o.email);
    const auto first = r.event_at(1);
    element(out, "earliestDatestamp", date(first ? first->at : now));
    element(out, "deletedRecord", "persistent");
    element(out, "granularity", "YYYY-MM-DDThh:mm:ssZ");
    return out;
}

// An item of ours: its key, and the row. Reserved names are no items.
struct item {
    std::string key;
    resolver::name_record record;
    std::uint64_t event;
};
std::expected<item, oai_error> find_item(store::reading &r, const std::string &identifier) {
    const auto key = uniform::service::key_of(r, identifier);
    const auto row = key ? r.name(*key) : std::nullopt;
    auto record = row ? resolver::decode(row->record) : std::nullopt;
    if (!record || record->state == resolver::name_state::reserved) {
        return no(oai_error_code::id_does_not_exist, "\"" + identifier + "\" has not been assigned here");
    }
    return item{*key, std::move(*record), row->event};
}

std::expected<std::string, oai_error> formats(store::reading &r, const oai_request &q) {
    if (!q.identifier.empty()) {
        if (auto found = find_item(r, q.identifier); !found) return std::unexpected{found.error()};
    }
    return "<metadataFormat>\n<metadataPrefix>oai_dc</metadataPrefix>\n"
           "<schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd</schema>\n"
           "<metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace>\n</metadataFormat>\n";
}

std::expected<std::string, oai_error> sets(store::reading &r, const oai_request &q) {
    const auto all = service::list_namespaces(r, q.sets_after, sets_page + 1);
    // The schema wants one at least.
    if (all.empty()) {
        return q.resumed ? no(oai_error_code::bad_resumption_token, "there is no set behind that one")
                         : no(oai_error_code::no_set_hierarchy, "there is no namespace yet");
    }
    std::string out;
    for (std::size_t i = 0; i < std::min(all.size(), sets_page); ++i) {
        const resolver::namespace_settings &n = all[i].settings;
        out += "<set>\n";
        element(out, "setSpec", n.nid);
        element(out, "setName", n.title.empty() ? "urn:" + n.nid : n.title);
        out += "</set>\n";
    }
    if (all.size() > sets_page) {
        element(out, "resumptionToken", oai_token(q.verb, {.set = all[sets_page - 1].settings.nid}));
    } else if (q.resumed) {
        out += "<resumptionToken/>\n"; // section 3.5: the last part of a list in parts
    }
    return out;
}

std::expected<std::string, oai_error> record(store::reading &r, const oai_request &q) {
    const auto found = find_item(r, q.identifier);
    if (!found) return std::unexpected{found.error()};
    const auto last = r.event_at(found->event);
    std::string out;
    append_item(out, found->key, last ? last->at : timestamp{}, found->record, true);
    return out;
}

// The number of the last event before `t`: their moments never go back.
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

std::expected<std::string, oai_error> list(store::reading &r, const oai_request &q, std::size_t page) {
    oai_selection at = q.selection;
    const auto none = [&] { return no(oai_error_code::no_records_match, "nothing fits the dates and the set"); };
    std::string prefix;
    if (!at.set.empty()) {
        const auto n = service::find_namespace(r, at.set);
        if (!n) {
            return no(q.resumed ? oai_error_code::bad_resumption_token : oai_error_code::no_records_match,
                      "there is no set \"" + at.set + "\"");
        }
        prefix = n->settings.nid + ":";
        if (r.names(prefix, {}, 1).empty()) return none(); // without reading all of the history
    }
    if (!q.resumed && at.from) at.after = last_before(r, *at.from);
    std::string out;
    std::size_t given = 0;
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
            if (e.kind != "name" || !e.id.starts_with(prefix)) continue;
            const auto row = r.name(e.id);
            if (!row || row->event != e.number) continue; // it comes later
            const auto record = resolver::decode(row->record);
            if (!record || record->state == resolver::name_state::reserved) continue;
            if (given == page) {
                at.after = before;
                end = more = true;
                break;
            }
            append_item(out, e.id, e.at, *record, q.verb == oai_verb::list_records);
            ++given;
        }
    }
    // A list that was resumed ends with an empty token, even when what was left of it has changed meanwhile; then the
    // answer may be without records, which only an error may be.
    if (given == 0) {
        if (q.resumed)
            return no(oai_error_code::bad_resumption_token, "the rest of the list has changed: harvest anew "
                                                            "from the last datestamp");
        return none();
    }
    if (more) {
        const std::string cursor = std::to_string(at.given);
        at.given += given;
        out += "<resumptionToken cursor=\"" + cursor + "\">" + oai_token(q.verb, at) + "</resumptionToken>\n";
    } else if (q.resumed) {
        out += "<resumptionToken cursor=\"" + std::to_string(at.given) + "\"/>\n";
    }
    return out;
}

} // namespace

std::string oai_answer(store::store &s, const oai_arguments &arguments, const oai_options &o, timestamp now) {
    const auto q = oai_read(arguments);
    std::expected<std::string, oai_error> body = std::unexpected{oai_error{}};
    if (!q) {
        body = std::unexpected{q.error()};
    } else {
        body = s.read([&](store::reading &r) -> std::expected<std::string, oai_error> {
            switch (q->verb) {
            case oai_verb::identify:
                return identify(r, o, now);
            case oai_verb::list_metadata_formats:
                return formats(r, *q);
            case oai_verb::list_sets:
                return sets(r, *q);
            case oai_verb::get_record:
                return record(r, *q);
            case oai_verb::list_identifiers:
            case oai_verb::list_records:
                return list(r, *q, o.page);
            }
            return {};
        });
    }
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\" "
                      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                      "xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/ "
                      "http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd\">\n";
    element(out, "responseDate", date(now));
    // Section 3.2: with badVerb or badArgument, no attributes.
    const bool bare =
        !q && (q.error().code == oai_error_code::bad_verb || q.error().code == oai_error_code::bad_argument);
    out += "<request";
    if (!bare) {
        for (const auto &[name, value] : arguments) {
            ((out += ' ') += name) += "=\"";
            append_xml(out, value);
            out += '"';
        }
    }
    out += '>';
    append_xml(out, o.base);
    out += "</request>\n";
    if (!body) {
        out += "<error code=\"" + std::string{to_string(body.error().code)} + "\">";
        append_xml(out, body.error().says);
        out += "</error>\n";
    } else {
        const std::string verb{to_string(q->verb)};
        out += "<" + verb + ">\n" + *body + "</" + verb + ">\n";
    }
    return out += "</OAI-PMH>\n";
}

} // namespace uniform::http
