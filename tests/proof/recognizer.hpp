// The library's recognizers, asked with each of its kernels.
#pragma once

#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/uri/host.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace proof {

enum class component : std::uint8_t { scheme, authority, userinfo, host, port, path, query, fragment };
// The same places in a URN.
enum class urn_component : std::uint8_t { nid, nss, r_component, q_component, f_component };
constexpr std::size_t components = 8;

// Where a component is in a text.
struct span {
    static constexpr std::uint32_t absent = 0xFFFFFFFF;
    std::uint32_t begin = absent;
    std::uint32_t end = absent;
    friend bool operator==(const span &, const span &) = default;
};
using spans = std::array<span, components>; // by component, or by urn_component

// A function of the library that accepts or refuses texts.
struct recognizer {
    enum class kind : std::uint8_t {
        reference,    // parse_as(), for the production `rule`
        urn,          // parse_urn()
        uri_as_urn,   // parse_uri(), then as_urn()
        host_of_type, // parse_host(), and then the host has the type `type`
        production,   // matches(), for the production `rule`
        uri_template, // uri_template::parse()
    };
    kind is = kind::reference;
    uniform::edition edition = uniform::edition::rfc3986;
    uniform::rule rule = uniform::rule::uri_reference;
    bool zone_ids = false;
    uniform::host_type type = uniform::host_type::reg_name;

    // Whether the text is accepted; if so, its components.
    bool accepts(std::string_view text, spans &out) const;

    // Whether a kernel accepts the text itself; if so, the components that it has found. When it does not, the library
    // asks the scalar parser, so that its answer is known.
    bool kernel_accepts(std::size_t kernel, std::string_view text, spans &out) const;
    [[nodiscard]] bool has_kernels() const {
        return is == kind::reference || is == kind::urn || is == kind::uri_as_urn;
    }
};

// The kernels of this machine; the first is the scalar parser alone.
[[nodiscard]] std::size_t kernels();
[[nodiscard]] std::string kernel_name(std::size_t kernel);
// Parses with this kernel from now on.
void select_kernel(std::size_t kernel);
// The number of texts that the kernel has accepted itself, without the scalar parser, since the process began.
[[nodiscard]] std::uint64_t accepted_by_kernel(std::size_t kernel);
// The kernel that the library would choose.
void select_default_kernel();

} // namespace proof
