#include "http/site/registrar_choice.hpp"

#include <string>
#include <utility>
#include <vector>

#include <uniform/service/registrars.hpp>

#include "http/site/manage.hpp"

namespace uniform::http::manage {

namespace {

using service::registrar;
using service::registrar_state;

constexpr std::size_t most_in_list = 200; // more than that are found faster by typing
constexpr std::size_t most_suggested = 1000;

std::string label_of(const registrar &r) { return r.name.empty() ? r.id : r.name + " (" + r.id + ")"; }

} // namespace

void add_registrars(request_context &c, pages::html_page &p, std::string_view chosen) {
    struct found {
        std::vector<registrar> active = {};
        bool all = false;
        std::optional<registrar> chosen = {};
    };
    const found x = c.server.store->read([&](store::reading &r) {
        found out{.chosen = service::find_registrar(r, chosen)};
        std::string after;
        for (std::size_t read = 0; read < most_suggested;) {
            auto [page, next] = service::list_registrars(r, after, most_suggested - read);
            read += page.size();
            for (registrar &one : page) {
                if (one.state == registrar_state::active) out.active.push_back(std::move(one));
            }
            after = std::move(next);
            if (after.empty()) break;
        }
        out.all = after.empty();
        return out;
    });
    json::array options;
    bool has_chosen = chosen.empty();
    for (const registrar &r : x.active) {
        has_chosen = has_chosen || r.id == chosen;
        options.push_back(option(r.id, label_of(r), r.id == chosen));
    }
    const bool many = !x.all || x.active.size() > most_in_list;
    if (!has_chosen && !many) {
        options.push_back(option(chosen, x.chosen ? label_of(*x.chosen) : std::string{chosen}, true));
    }
    p.data.set("registrars", std::move(options)).set("registrars_are_many", many);
}

} // namespace uniform::http::manage
