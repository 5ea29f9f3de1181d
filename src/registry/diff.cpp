// Two versions side by side: lines by their longest common subsequence, and the requirements on a revision.

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_diff.hpp>

#include <algorithm>

#include "registry/check_parts.hpp"
#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> lines;
    if (text.empty()) return lines;
    for (;;) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return lines;
        text.remove_prefix(end + 1);
    }
}

std::vector<line_change> diff_of(std::string_view before, std::string_view after) {
    constexpr std::size_t most_pairs = 4'000'000;
    const auto a = split(before);
    const auto b = split(after);
    std::size_t begin = 0;
    while (begin < a.size() && begin < b.size() && a[begin] == b[begin]) ++begin;
    std::size_t end = 0;
    while (end < a.size() - begin && end < b.size() - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
    const std::size_t n = a.size() - begin - end;
    const std::size_t m = b.size() - begin - end;

    std::vector<line_change> result;
    const auto add = [&](change kind, std::string_view line) { result.push_back({kind, std::string{line}}); };
    for (std::size_t i = 0; i < begin; ++i) add(change::same, a[i]);
    std::size_t i = 0;
    std::size_t j = 0;
    if (n != 0 && m != 0 && n <= most_pairs / m) {
        // longest[i * (m + 1) + j]: of what begins at line i of one and line j of the other
        std::vector<std::uint32_t> longest((n + 1) * (m + 1), 0);
        const auto at = [&](std::size_t x, std::size_t y) -> std::uint32_t & { return longest[x * (m + 1) + y]; };
        for (std::size_t x = n; x-- > 0;) {
            for (std::size_t y = m; y-- > 0;) {
                at(x, y) = a[begin + x] == b[begin + y] ? at(x + 1, y + 1) + 1 : std::max(at(x + 1, y), at(x, y + 1));
            }
        }
        while (i < n && j < m) {
            if (a[begin + i] == b[begin + j]) {
                add(change::same, a[begin + i]);
                ++i;
                ++j;
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                add(change::removed, a[begin + i++]);
            } else {
                add(change::added, b[begin + j++]);
            }
        }
    }
    while (i < n) add(change::removed, a[begin + i++]);
    while (j < m) add(change::added, b[begin + j++]);
    for (std::size_t k = a.size() - end; k < a.size(); ++k) add(change::same, a[k]);
    return result;
}

// The entries of both that belong together: the nth of a field or of a name.
const entry *partner(const namespace_template &where, const namespace_template &from, const entry &e) {
    const auto same = [&](const entry &other) { return other.id == e.id && (e.id || other.name == e.name); };
    std::size_t nth = 0;
    for (const entry &other : from.entries) {
        if (&other == &e) break;
        if (same(other)) ++nth;
    }
    for (const entry &other : where.entries) {
        if (same(other) && nth-- == 0) return &other;
    }
    return nullptr;
}

void check_against_older(findings_of &out, const namespace_template &older, const namespace_template &newer, bool any) {
    const sections where = sections_of(newer.edition);
    const auto about = [&](severity level, finding_code code, field f, std::string message) -> finding & {
        const entry *e = newer.find(f);
        return e != nullptr ? out.add(level, code, *e, 0, std::move(message))
                            : out.add_absent(level, code, f, std::move(message));
    };
    if (ascii::lower_copy(nid_of(older)) != ascii::lower_copy(nid_of(newer))) {
        by(about(severity::error, finding_code::other_nid, field::namespace_identifier,
                 "the NID differs: a revision must be of the same namespace"),
           newer.edition, where.process);
    }
    const auto before = version_number(older);
    const auto after = version_number(newer);
    if (!any) {
        by(about(severity::note, finding_code::nothing_changed, field::version, "the two templates are identical"),
           newer.edition, where.process);
        return;
    }
    if (before == 0 || after == 0 || after != before + 1) {
        std::string message = before == 0
                                  ? "the previous version is not a number"
                                  : "the version after " + std::to_string(before) + " is " + std::to_string(before + 1);
        by(about(severity::error, finding_code::version_not_next, field::version, std::move(message)), newer.edition,
           "Appendix A");
    }
    const entry *old_date = older.find(field::date);
    const entry *new_date = newer.find(field::date);
    if (old_date != nullptr && new_date != nullptr && is_date(old_date->text) && is_date(new_date->text) &&
        new_date->text < old_date->text) {
        by(about(severity::warning, finding_code::date_goes_back, field::date,
                 "earlier than the date of the previous version, " + old_date->text),
           newer.edition, "Appendix A");
    }
    const entry *revision = newer.find(field::revision_information);
    const entry *old_revision = older.find(field::revision_information);
    if (revision == nullptr || revision->text.empty() || says_none(revision->text) || says_no_change(revision->text) ||
        is_filler(revision->text) || revision->text.find("[Fill in:") != std::string::npos) {
        by(about(severity::error, finding_code::no_revision_information, field::revision_information,
                 "\"Revision Information\" must describe the differences from prior versions"),
           newer.edition, where.process, requirement::must);
    } else if (old_revision != nullptr && old_revision->text == revision->text) {
        by(about(severity::warning, finding_code::no_revision_information, field::revision_information,
                 "the same text as in the previous version, so it seems not to describe the new differences"),
           newer.edition, where.process, requirement::must);
    }
}

} // namespace

bool template_difference::any() const noexcept {
    return std::ranges::any_of(fields, [](const field_change &f) { return f.kind != change::same; });
}

template_difference compare_templates(const namespace_template &older, const namespace_template &newer) {
    template_difference result;
    for (const entry &e : newer.entries) {
        const entry *was = partner(older, newer, e);
        field_change c{.id = e.id, .name = e.name};
        if (was == nullptr) {
            c.kind = change::added;
            c.lines = diff_of({}, e.text);
        } else if (was->text != e.text) {
            c.kind = change::changed;
            c.lines = diff_of(was->text, e.text);
        }
        result.fields.push_back(std::move(c));
    }
    for (const entry &e : older.entries) {
        if (partner(newer, older, e) != nullptr) continue;
        result.fields.push_back({.id = e.id, .name = e.name, .kind = change::removed, .lines = diff_of(e.text, {})});
    }
    findings_of out{newer};
    check_against_older(out, older, newer, result.any());
    result.findings = std::move(out).take();
    return result;
}

} // namespace uniform::registry
