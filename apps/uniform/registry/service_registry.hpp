// The namespaces of a store or a service, for commands that otherwise use IANA's list alone.
#pragma once

#include <array>
#include <optional>
#include <string>

#include <uniform/urn/urn.hpp>

#include "cli/command.hpp"
#include "cli/option.hpp"

namespace uniform::cli {

struct registry_source_options {
    std::optional<std::string> registry_store;
    std::optional<std::string> registry_server;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&registry_source_options::registry_store>(
                {rules, 0, "store", "LOCATION",
                 "Use also the namespaces of this store, a file or postgresql://..., with the rules of those that it "
                 "manages, and its list of IANA's.",
                 "", "IANA's list alone", true}),
            option<&registry_source_options::registry_server>(
                {rules, 0, "server", "URL", "The same for the service at URL.", "", "none"}),
        };
    }
};

// Makes the namespaces of the store or the service known to the program, if one is given. A failure is reported;
// returns the exit code.
[[nodiscard]] int use_registry_of(const registry_source_options &source, const common_options &common);

// A q- or f-component of a URN that is none of those that its namespace defines by its setting "components".
struct undefined_component {
    std::size_t offset = 0; // in the URN
    std::string says;
};

// The undefined component of a URN in one of the namespaces that use_registry_of() read.
[[nodiscard]] std::optional<undefined_component> undefined_component_of(const urn_view &u);

} // namespace uniform::cli
