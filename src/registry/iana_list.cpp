// IANA's list of URN namespaces: what is checked in it, whether it can follow another, and the registry with it.

#include <uniform/registry/iana_list.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "registry/check_parts.hpp"
#include "registry/list_parts.hpp"

namespace uniform::registry {

namespace {

using base::concat;

constexpr std::string_view template_folder = "https://www.iana.org/assignments/";
constexpr std::string_view template_reference = "template "; // "template urn-formal/c2pa"

bool has(const auto &texts, std::string_view text) { return std::ranges::find(texts, text) != texts.end(); }

bool is_registered(const namespace_info *info) {
    return info != nullptr && info->status == namespace_status::registered;
}

} // namespace

const iana_namespace *iana_list::find(std::string_view nid) const & noexcept {
    const auto at = std::ranges::lower_bound(namespaces, nid, {}, &iana_namespace::nid);
    return at == namespaces.end() || at->nid != nid ? nullptr : &*at;
}

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : ascii::trim(text)) {
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!space) {
            out += c;
        } else if (!out.ends_with(' ')) {
            out += ' ';
        }
    }
    return out;
}

list_error list_reader::refused(std::string message, std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const std::string_view before = text_.substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {.message = std::move(message),
            .offset = offset,
            .line = static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n')),
            .column = static_cast<std::uint32_t>(1 + offset - line_begin)};
}

std::optional<list_error> list_reader::check_value(std::string_view what, std::string_view value,
                                                   std::size_t offset) const {
    if (value.size() > options_.max_text) {
        return refused(concat({what, " is longer than ", std::to_string(options_.max_text), " bytes"}), offset);
    }
    if (base::find_invalid_utf8(value)) return refused(concat({what, " is not UTF-8"}), offset);
    if (base::find_control_character(value) || value.find_first_of("\t\n\f\r") != std::string_view::npos) {
        return refused(concat({what, " has a control character"}), offset);
    }
    return std::nullopt;
}

std::optional<list_error> list_reader::set_date(std::string_view date, std::size_t offset) {
    if (!is_date(date)) return refused("the date of the list is not a date YYYY-MM-DD", offset);
    list_.date = date;
    return std::nullopt;
}

std::optional<list_error> list_reader::add(iana_namespace n, std::size_t offset) {
    if (auto wrong = check_value("the NID", n.nid, offset)) return wrong;
    if (const nid_classification v = classify_nid(n.nid, true); v.fault) {
        return refused(concat({"\"", n.nid, "\" is not a NID: ", message(*v.fault, n.nid)}), offset);
    }
    ascii::make_lower(n.nid);
    // RFC 8141 5.2: an informal namespace has a number, and 5.1 (2): no other NID begins with "urn-".
    const bool has_number = informal_number(n.nid).has_value();
    if (has_number != (n.kind == namespace_kind::informal) || (!has_number && n.nid.starts_with("urn-"))) {
        return refused(concat({"\"", n.nid, "\" cannot name ", n.kind == namespace_kind::formal ? "a" : "an in",
                               n.kind == namespace_kind::formal ? " formal namespace" : "formal namespace"}),
                       offset);
    }
    if (!nids_.insert(n.nid).second) return refused(concat({"\"", n.nid, "\" is in the list twice"}), offset);
    if (nids_.size() > options_.max_namespaces) {
        return refused(concat({"more than ", std::to_string(options_.max_namespaces), " namespaces"}), offset);
    }
    const std::string about = concat({" of \"", n.nid, "\""});
    for (const auto &[what, date] :
         {std::pair<std::string_view, std::string_view>{"the date", n.date},
          std::pair<std::string_view, std::string_view>{"the date of the change", n.updated}}) {
        if (!date.empty() && !is_date(date)) return refused(concat({what, about, " is not a date YYYY-MM-DD"}), offset);
    }
    if (auto wrong = check_value("the registrant" + about, n.registrant, offset)) return wrong;
    if (auto wrong = check_value("the template" + about, n.template_url, offset)) return wrong;
    const bool is_url = (ascii::starts_with_ignoring_case(n.template_url, "https://") ||
                         ascii::starts_with_ignoring_case(n.template_url, "http://")) &&
                        n.template_url.find_first_of(" \"<>\\^`{|}") == std::string::npos;
    if (!n.template_url.empty() && !is_url)
        return refused(concat({"the template", about, " is not at an http(s) URL"}), offset);
    if (n.references.size() > 50) return refused(concat({"more than 50 references", about}), offset);
    for (const std::string &r : n.references) {
        if (auto wrong = check_value("a reference" + about, r, offset)) return wrong;
    }
    list_.namespaces.push_back(std::move(n));
    return std::nullopt;
}

std::expected<iana_list, list_error> list_reader::done() {
    if (list_.namespaces.empty()) return std::unexpected{refused("the list has no namespaces", text_.size())};
    if (list_.date.empty()) return std::unexpected{refused("the list states no date", text_.size())};
    std::ranges::sort(list_.namespaces, {}, &iana_namespace::nid);
    return std::move(list_);
}

std::expected<iana_list, list_error> read_iana_list(std::string_view text, const list_options &options) {
    list_reader reader{text, options};
    if (text.size() > options.max_size) {
        return std::unexpected{reader.refused(
            concat({"the list is longer than ", std::to_string(options.max_size), " bytes"}), options.max_size)};
    }
    if (const auto at = base::find_invalid_utf8(text)) {
        return std::unexpected{reader.refused("the list is not UTF-8", *at)};
    }
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const std::size_t begin = text.find_first_not_of(" \t\r\n", mark);
    if (begin == std::string_view::npos) return std::unexpected{reader.refused("the list is empty", 0)};
    return text[begin] == '<' ? read_iana_xml(text, options) : read_iana_csv(text, options);
}

std::string template_url_at(const std::string &where) {
    const bool is_relative = !where.empty() && !where.contains(':') && !where.starts_with('/');
    return is_relative ? concat({template_folder, where}) : where;
}

std::string template_url_of(const namespace_info &info) {
    for (const std::string_view reference : info.references) {
        if (!reference.starts_with(template_reference)) continue;
        const std::string_view where = reference.substr(template_reference.size());
        return where.contains("://") ? std::string{where} : concat({template_folder, where});
    }
    return {};
}

iana_list list_of(const namespace_registry &registry) {
    iana_list list{.date = std::string{registry.date()}};
    for (const namespace_info *const info : registry.entries()) {
        if (!is_registered(info)) continue;
        iana_namespace n{.nid = std::string{info->nid},
                         .kind = info->kind,
                         .date = std::string{info->date},
                         .updated = std::string{info->updated},
                         .registrant = std::string{info->registrant},
                         .template_url = template_url_of(*info)};
        for (const std::string_view reference : info->references) {
            if (!reference.starts_with(template_reference)) n.references.emplace_back(reference);
        }
        list.namespaces.push_back(std::move(n));
    }
    return list;
}

void complete(iana_list &list, const iana_list &before) {
    for (const namespace_kind kind : {namespace_kind::formal, namespace_kind::informal}) {
        if (std::ranges::find(list.namespaces, kind, &iana_namespace::kind) != list.namespaces.end()) continue;
        std::ranges::copy_if(before.namespaces, std::back_inserter(list.namespaces),
                             [&](const iana_namespace &n) { return n.kind == kind; });
    }
    std::ranges::sort(list.namespaces, {}, &iana_namespace::nid);
}

std::expected<void, list_error> follows(const iana_list &newer, const iana_list &before, std::string_view latest) {
    if (!latest.empty() && newer.date > latest) {
        return std::unexpected{
            list_error{.message = concat({"the list is of ", newer.date, ", which is in the future"})}};
    }
    if (newer.date < before.date) {
        return std::unexpected{list_error{.message = concat({"the list is of ", newer.date, ", older than the one of ",
                                                             before.date, " that is in use"})}};
    }
    std::string missing;
    std::size_t count = 0;
    for (const iana_namespace &n : before.namespaces) {
        if (newer.find(n.nid) != nullptr) continue;
        if (++count <= 5) missing += concat({missing.empty() ? "\"" : ", \"", n.nid, "\""});
    }
    if (count == 0) return {};
    if (count > 5) missing += concat({" and ", std::to_string(count - 5), " more"});
    return std::unexpected{
        list_error{.message = concat({"the list lacks ", missing,
                                      ": registrations are permanent (RFC 8141 section 5), so that it is not whole"})}};
}

namespace_registry with_list(const namespace_registry &base, const iana_list &list) {
    namespace_registry result = base;
    const bool is_newer = list.date >= base.date();
    for (const iana_namespace &n : list.namespaces) {
        const namespace_info *const known = base.find(n.nid);
        namespace_info info;
        std::vector<std::string> references = n.references;
        if (!n.template_url.empty()) references.push_back(concat({template_reference, n.template_url}));
        if (is_registered(known)) {
            const bool changed = (!n.date.empty() && n.date != known->date) ||
                                 (!n.updated.empty() && n.updated != known->updated) ||
                                 std::ranges::any_of(n.references, [&](const std::string &r) {
                                     return r.starts_with("RFC ") && !has(known->references, r);
                                 });
            if (!is_newer || !changed) continue;
            info = *known;
            for (const std::string_view reference : known->references) {
                const bool is_template = reference.starts_with(template_reference);
                if (is_template ? n.template_url.empty() : !has(references, reference)) {
                    references.emplace_back(reference);
                }
            }
        } else {
            info = {.nid = n.nid, .kind = n.kind, .source = "IANA's list of URN namespaces"};
        }
        if (!n.date.empty() && n.date != info.date) {
            info.date = n.date;
            info.date_source = {}; // IANA's own
        }
        if (!n.updated.empty()) info.updated = n.updated;
        if (!n.registrant.empty()) info.registrant = n.registrant;
        const std::vector<std::string_view> views(references.begin(), references.end());
        info.references = views;
        (void)result.add(info,
                         namespace_status::registered); // its NID was checked, and its rules are those of the table
    }
    if (is_newer) result.set_date(list.date);
    return result;
}

json::value value_of(const iana_list &list) {
    json::array all;
    all.reserve(list.namespaces.size());
    for (const iana_namespace &n : list.namespaces) {
        json::value v{json::object{}};
        v.set("nid", n.nid).set("kind", to_string(n.kind));
        v.set_if("date", n.date).set_if("updated", n.updated).set_if("registrant", n.registrant);
        v.set_if("template", n.template_url).set_if("references", n.references);
        all.push_back(std::move(v));
    }
    json::value v{json::object{}};
    v.set("date", list.date).set("namespaces", std::move(all));
    return v;
}

std::expected<iana_list, list_error> read_iana_list_json(std::string_view text, const list_options &options) {
    list_reader reader{text, options};
    const auto refused = [&](const json::error &e) {
        return std::unexpected{reader.refused(e.message, e.offset.value_or(0))};
    };
    if (text.size() > options.max_size) {
        return std::unexpected{reader.refused("the list is too long", options.max_size)};
    }
    const auto document = json::read(text);
    if (!document) return refused(document.error());
    if (!document->is_object()) return std::unexpected{reader.refused("the list is not a JSON object", 0)};
    std::string date;
    json::members all{*document, "the list"};
    all.string("date", date).require("date").require("namespaces");
    const json::value *const namespaces = all.find("namespaces");
    if (auto fine = all.done(); !fine) return refused(fine.error());
    if (auto wrong = reader.set_date(date, document->find("date")->offset())) return std::unexpected{*std::move(wrong)};
    if (!namespaces->is_array())
        return std::unexpected{reader.refused("\"namespaces\" is not an array", namespaces->offset())};
    for (const json::value &v : namespaces->elements()) {
        if (!v.is_object()) return std::unexpected{reader.refused("a namespace is not an object", v.offset())};
        iana_namespace n;
        json::members m{v, "a namespace"};
        m.string("nid", n.nid).require("nid").string("date", n.date).string("updated", n.updated);
        m.string("registrant", n.registrant).string("template", n.template_url).strings("references", n.references, 50);
        m.word(
            "kind", n.kind,
            [](std::string_view word) -> std::optional<namespace_kind> {
                if (word == to_string(namespace_kind::formal)) return namespace_kind::formal;
                if (word == to_string(namespace_kind::informal)) return namespace_kind::informal;
                return std::nullopt;
            },
            "formal, informal");
        if (auto fine = m.done(); !fine) return refused(fine.error());
        if (auto wrong = reader.add(std::move(n), v.offset())) return std::unexpected{*std::move(wrong)};
    }
    return reader.done();
}

} // namespace uniform::registry
