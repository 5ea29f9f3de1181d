// uniform edit --edition whatwg: the setters of the API.

#include <algorithm>
#include <string>

#include "print/words.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_print.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

using web_setter = bool (whatwg::url::*)(std::string_view);

// In the order of web_members.
constexpr std::array<web_setter, web_members.size()> web_setters{
    &whatwg::url::set_href,   &whatwg::url::set_protocol, &whatwg::url::set_username, &whatwg::url::set_password,
    &whatwg::url::set_host,   &whatwg::url::set_hostname, &whatwg::url::set_port,     &whatwg::url::set_pathname,
    &whatwg::url::set_search, &whatwg::url::set_hash};

web_setter setter_of(std::string_view name) {
    const auto at = static_cast<std::size_t>(std::ranges::find(web_members, name) - web_members.begin());
    return at < web_setters.size() ? web_setters[at] : nullptr;
}

class web_edit_run : public batch_job {
public:
    explicit web_edit_run(const edit_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            auto u = whatwg::parse(r.text);
            if (!u) return reject_web(options_, w, r, u.error());
            for (const edit_step &step : options_.edits) {
                if ((*u.*setter_of(step.name))(step.value)) continue;
                if (step.name == "href") return reject_web(options_, w, r, whatwg::parse(step.value).error());
                note_ignored(w, r, step);
            }
            if (!options_.json) {
                w.out += u->href();
                w.out += options_.terminator();
                return;
            }
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", true).text("edited", u->href());
            append_web_members(object, u->view());
            object.end_line();
        });
    }

private:
    // In a browser, a value that a setter cannot use changes nothing, or not everything, and no error tells of it.
    void note_ignored(work &w, const input &r, const edit_step &step) const {
        if (options_.quiet || options_.json) return;
        const std::string value = step.name == "password" ? std::string{} : ' ' + in_quotes(step.value);
        w.problems.push_back({.input = r.index,
                              .after = w.out.size(),
                              .message = "warning: the value" + value + " of " + step.name +
                                         " was ignored, or a part of it, as browsers do",
                              .text = r.text,
                              .harmless = true});
    }

    const edit_options &options_;
};

} // namespace

int edit_as_browser(const edit_options &o) {
    if (const auto code = refuse_with_whatwg(o, {{o.zone_ids, "--zone-ids"},
                                                 {o.as != rule::uri_reference || o.iris, "--as"},
                                                 {o.get.has_value(), "--get"},
                                                 {!o.iterations.empty(), "--iterate"}}))
        return *code;
    for (const edit_step &step : o.edits) {
        if (step.action != edit_action::set) return usage_error(o, "--edition whatwg has no other edits than --set");
        if (setter_of(step.name) != nullptr) continue;
        const bool is_read_only = step.name == "origin" || step.name == "searchParams";
        std::string says = "--set: ";
        says += is_read_only ? "the member " + in_quotes(step.name) + " of the URL API has no setter"
                             : "unknown member " + in_quotes(step.name) + " of the URL API";
        if (const auto near = suggestion(step.name, web_members); !near.empty() && !is_read_only)
            return usage_error(o, says + near);
        says += is_read_only ? "; those that have one are " : "; the members are ";
        for (const auto member : web_members) says.append(member).append(member == web_members.back() ? "" : ", ");
        return usage_error(o, says);
    }
    web_edit_run job{o};
    return run_batch(o, job);
}

} // namespace uniform::cli
