#include "registry/list_parts.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "registry/check_parts.hpp"

namespace uniform::registry {

namespace {

using base::concat;

} // namespace

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
    if (const auto fault = base::find_text_fault(value, base::text_lines::one)) {
        return refused(concat({what, " ", base::end_of_sentence(*fault)}), offset);
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

} // namespace uniform::registry
