#include "http/api/template_changes.hpp"

namespace uniform::http {

std::vector<pages::change_row> changes_in(const registry::template_difference &d) {
    std::vector<pages::change_row> out;
    for (const registry::field_change &f : d.fields) {
        for (const registry::line_change &l : f.lines) {
            if (l.kind != registry::change::removed && l.kind != registry::change::added) continue;
            const bool is_new = l.kind == registry::change::added;
            out.push_back({.what = std::string{f.name},
                           .old_value = is_new ? std::string{} : l.text,
                           .new_value = is_new ? l.text : std::string{}});
        }
    }
    return out;
}

} // namespace uniform::http
