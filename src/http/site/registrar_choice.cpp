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

registrar_choice choice_of_registrar(request_context &c, std::string_view chosen) {
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
    registrar_choice out{.are_many = !x.all || x.active.size() > most_in_list};
    bool has_chosen = chosen.empty();
    for (const registrar &r : x.active) {
        has_chosen = has_chosen || r.id == chosen;
        out.registrars.push_back({.value = r.id, .label = label_of(r), .selected = r.id == chosen});
    }
    if (!has_chosen && !out.are_many) {
        out.registrars.push_back({.value = std::string{chosen},
                                  .label = x.chosen ? label_of(*x.chosen) : std::string{chosen},
                                  .selected = true});
    }
    return out;
}

} // namespace uniform::http::manage
