#include "http/api/template_changes.hpp"

#include <utility>

namespace uniform::http {

json::array changes_in(const registry::template_difference &d) {
    json::array out;
    for (const registry::field_change &f : d.fields) {
        for (const registry::line_change &l : f.lines) {
            if (l.kind != registry::change::removed && l.kind != registry::change::added) continue;
            const bool is_new = l.kind == registry::change::added;
            json::value one = json::object{};
            one.set("what", f.name).set("old", is_new ? "" : l.text).set("new", is_new ? l.text : "");
            out.push_back(std::move(one));
        }
    }
    return out;
}

} // namespace uniform::http
