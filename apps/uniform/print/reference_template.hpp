// The templates of --get: text in which names in braces stand for components of a reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/syntax/error.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/urn/urn.hpp>

#include "print/host_forms.hpp"

namespace uniform::cli {

class output_template {
public:
    struct fault {
        std::size_t offset = 0;
        std::string says;
    };

    // Reads a template as `uniform parse --help` describes it.
    [[nodiscard]] static std::expected<output_template, fault> read(std::string_view text);

    // The texts around a reference.
    struct context {
        std::string_view input;
        const scheme_registry *schemes = nullptr; // for the default ports; nullptr: the standard one
        std::optional<urn_view> urn{};            // the same text as a URN, if known; for the names that URNs have
        query_options query{};
    };
    void append(std::string &out, const reference_view &r, const context &c) const;

    // Whether the template has one of the modifiers "required" and "strict".
    [[nodiscard]] bool has_demands() const noexcept { return has_demands_; }
    // Why a reference does not meet them, and where in its text.
    struct unmet {
        std::string says;
        error why;
    };
    [[nodiscard]] std::optional<unmet> unmet_demand(const reference_view &r, const context &c) const;

private:
    enum class name : std::uint8_t {
        literal,
        uri,
        scheme,
        authority,
        userinfo,
        user,
        password,
        host,
        registrable,
        suffix,
        domain_label,
        subdomain,
        host_type,
        login_options,
        zone_id,
        port,
        path,
        query,
        fragment,
        input,
        segment,
        path_shape,
        parameter,
        query_keys,
        urn, // from here on: of URNs
        assigned_name,
        nid,
        nss,
        r_component,
        q_component,
        f_component,
        normalized,
        normalized_by_namespace,
        display,
        native,
        kind,
    };
    struct part {
        name what = name::literal;
        std::string text; // of a literal, or the key of a parameter
        long index = 0;   // of a segment
        bool decoded = false;
        plus spaces = plus::as_written;
        bool all = false;
        bool default_port = false;
        bool redacted = false;
        bool required = false;
        bool strict = false;
        std::string word{}; // as in the template, without modifiers
        host_form form = host_form::as_written;

        // False: there is no modifier of that name.
        bool take_modifier(std::string_view modifier);
        // Whether the component can have the modifiers that were taken.
        [[nodiscard]] bool can_have_modifiers() const noexcept;
    };
    static std::expected<part, fault> read_name(std::string_view inside, std::size_t offset);
    // Sets the component that the word names, with its key or index; a fault if the word is no name. `offset`: of the
    // word.
    static std::optional<fault> set_component(part &p, std::string_view word, std::size_t offset);
    static fault unknown_name(std::string_view word, std::size_t offset);
    struct entry {
        std::string_view word;
        name what;
    };
    static std::span<const entry> names() noexcept;
    // The component that the part names, as written; std::nullopt if it is absent.
    static std::optional<std::string_view> component(const part &p, const reference_view &r, const context &c);
    // `spaces`: what "+" is, unless the modifier "form" says so.
    static void append_text(std::string &out, const part &p, std::string_view text, plus spaces = plus::as_written);
    static void append_uri(std::string &out, const part &p, const reference_view &r, const context &c);
    // The authority, or the userinfo.
    static void append_login(std::string &out, const part &p, const reference_view &r, const context &c);
    // Null for all others.
    static domain_part part_of_domain_named(name what) noexcept;
    static void append_urn(std::string &out, const part &p, const urn_view &u);
    static void append_parameters(std::string &out, const part &p, const reference_view &r, query_options q);

    std::vector<part> parts_;
    bool asks_for_urn_ = false;
    bool has_demands_ = false;
};

} // namespace uniform::cli
