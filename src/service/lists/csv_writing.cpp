// Writing CSV (RFC 4180).

#include <string>
#include <string_view>

#include <uniform/json/writer.hpp>
#include <uniform/service/export.hpp>

#include "service/lists/bulk_line.hpp"
#include "service/lists/csv_formula.hpp"

namespace uniform::service {

void append_csv(std::string &out, std::string_view text) {
    const std::string_view mark = is_formula(text) ? "'" : "";
    // Some spreadsheets end a field at a semicolon or a tab, unless it is quoted.
    if (text.find_first_of("\",;\t\r\n") == std::string_view::npos) {
        (out += mark) += text;
        return;
    }
    (out += '"') += mark;
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

void append_csv_field(std::string &out, std::string_view text) { append_csv(out, text); }

std::string_view csv_header() noexcept {
    return "name,state,registrar,url,media_type,language,country,weight,valid_from,valid_until,locators,title,creator,"
           "date,type,publisher,metadata,other_names,successor,predecessor,batch,reason,withdrawn,values\r\n";
}

void append_csv(std::string &out, const resolver::name_record &r, std::string_view key) {
    const auto field = [&](std::string_view text) {
        append_csv(out, text);
        out += ',';
    };
    field(resolver::urn_of(key, r));
    field(resolver::to_string(r.state));
    field(r.registrar);
    static const resolver::locator none{};
    const resolver::locator &l = r.locators.size() == 1 ? r.locators.front() : none;
    field(l.url);
    field(l.media_type);
    field(l.language);
    field(l.country);
    field(l.weight == 1 ? std::string{} : std::to_string(l.weight));
    field(l.valid_from ? resolver::to_string(*l.valid_from) : std::string{});
    field(l.valid_until ? resolver::to_string(*l.valid_until) : std::string{});
    std::string list;
    if (r.locators.size() > 1) {
        json::writer w{list};
        w.begin_array();
        for (const resolver::locator &one : r.locators) write(w, one);
        w.end_array();
    }
    field(list);
    out += ",,,,,"; // the whole metadata has a column of its own
    field(r.metadata.text());
    std::string others;
    for (const std::string &n : r.other_names) others += (others.empty() ? "" : " ") + n;
    field(others);
    field(r.successor);
    field(r.predecessor);
    field(r.batch);
    field(r.reason);
    field(r.withdrawn ? resolver::to_string(*r.withdrawn) : std::string{});
    std::string typed;
    if (!r.values.empty()) {
        json::writer w{typed};
        w.begin_array();
        for (const resolver::typed_value &v : r.values) {
            w.begin_object().member("type", v.type).member("value", v.value).end_object();
        }
        w.end_array();
    }
    append_csv(out, typed);
    out += "\r\n";
}

} // namespace uniform::service
