// An option of a command is one row: its name, value, help, accepted words and destination. The command line is read by
// these rows; help, manual pages and completions are written from them.
//
//     struct unique_options : with<batch_options, level_options> {
//         bool count = false;
//         static constexpr auto rows() {
//             return std::array{option<&unique_options::count>({heading::output, 'c', "count", "", "Print ..."})};
//         }
//     };
//
// A command's options are a struct of its own: its rows, and the structs of options that it shares with others. What an
// option is without being given is the destination's initializer; help prints it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <uniform/base/accepted_value.hpp>

namespace uniform::cli {

// The headings under which help lists the options, in this order.
enum class heading : std::uint8_t { making, edits, input, rules, output, running };

// The name is without "--"; the default is stated if the destination's initializer does not state it.
struct option_text : base::accepted_value {
    heading under = heading::running;
    char letter = 0;        // of the short form; 0: none
    std::string_view value; // the value after it; "" for a switch

    constexpr option_text() = default;
    constexpr option_text(heading h, char short_form, std::string_view long_form, std::string_view placeholder,
                          std::string_view sentences, std::string_view words = {}, std::string_view otherwise = {},
                          bool file = false)
        : accepted_value{.name = long_form,
                         .help = sentences,
                         .choices = words,
                         .fallback = otherwise,
                         .takes_file = file},
          under{h},
          letter{short_form},
          value{placeholder} {}
};

// Why a value is not accepted: the end of a sentence that begins with "--NAME: ".
using option_status = std::expected<void, std::string>;

struct option_row : option_text {
    // Reads one occurrence into the struct that the row belongs to.
    option_status (*store)(void *owner, const option_text &text, std::string_view value) = nullptr;
    // The default, as a value of the option; "" if there is none.
    std::string (*initial)(const option_text &text) = nullptr;
};

template <class Owner>
struct row_of : option_row {
    using owner = Owner;
};

using base::counted;

namespace detail {

template <class T>
struct member_of;
template <class Owner, class T>
struct member_of<T Owner::*> {
    using owner = Owner;
    using type = T;
};
template <class Owner>
struct member_of<option_status (*)(Owner &, const option_text &, std::string_view)> {
    using owner = Owner;
};
template <auto Destination>
using owner_of = typename member_of<decltype(Destination)>::owner;
template <auto Destination>
using type_of = typename member_of<decltype(Destination)>::type;

template <class T>
struct without_optional {
    using type = T;
};
template <class T>
struct without_optional<std::optional<T>> {
    using type = T;
};

// The place of the word among the choices; the error names the nearest one.
[[nodiscard]] std::expected<std::size_t, std::string> choice_in(const option_text &text, std::string_view value);
[[nodiscard]] std::string_view choice_at(const option_text &text, std::size_t index) noexcept;
[[nodiscard]] std::size_t choices_in(const option_text &text) noexcept;
[[nodiscard]] std::expected<std::uint64_t, std::string> number_in(const option_text &text, std::string_view value);

constexpr std::size_t count_of(std::string_view choices) {
    std::size_t n = choices.empty() ? 0 : 1;
    for (const char c : choices) n += c == ' ' ? 1 : 0;
    return n;
}

// The owner is a parameter of these although the destination has it: if it is in an unnamed namespace, GCC 12 would not
// see by the destination alone that they are functions of this file only.

template <class Owner, auto Destination>
auto &at(void *owner) {
    return static_cast<Owner *>(owner)->*Destination;
}

inline std::string no_initial(const option_text & /*text*/) { return {}; }

// A switch, a text, one more text of a list, or what a function makes of the value.
template <class Owner, auto Destination>
option_status store(void *owner, const option_text &text, std::string_view value) {
    if constexpr (!std::is_member_pointer_v<decltype(Destination)>) {
        return Destination(*static_cast<Owner *>(owner), text, value);
    } else {
        using type = type_of<Destination>;
        auto &to = at<Owner, Destination>(owner);
        if constexpr (std::is_same_v<type, bool>) {
            to = true;
        } else {
            if (!text.choices.empty()) {
                if (const auto index = choice_in(text, value); !index) return std::unexpected{index.error()};
            }
            if constexpr (std::is_same_v<type, std::vector<std::string>>) {
                to.emplace_back(value);
            } else {
                to = std::string{value};
            }
        }
        return {};
    }
}
template <class Owner, auto Destination>
std::string initial(const option_text & /*text*/) {
    if constexpr (std::is_member_pointer_v<decltype(Destination)>) {
        if constexpr (std::is_same_v<type_of<Destination>, std::string>) {
            const Owner fresh{};
            return fresh.*Destination;
        }
    }
    return {};
}

template <class Owner, auto Destination, auto Value>
option_status store_value(void *owner, const option_text & /*text*/, std::string_view /*value*/) {
    at<Owner, Destination>(owner) = Value;
    return {};
}

template <class Owner, auto Destination, auto... Values>
option_status store_choice(void *owner, const option_text &text, std::string_view value) {
    constexpr std::array meanings{Values...};
    const auto index = choice_in(text, value);
    if (!index) return std::unexpected{index.error()};
    at<Owner, Destination>(owner) = meanings[*index];
    return {};
}
template <class Owner, auto Destination, auto... Values>
std::string initial_choice(const option_text &text) {
    constexpr std::array meanings{Values...};
    const Owner fresh{};
    for (std::size_t i = 0; i < meanings.size(); ++i) {
        if (fresh.*Destination == meanings[i]) return std::string{choice_at(text, i)};
    }
    return {};
}

template <class Owner, auto Destination, auto FromString>
option_status store_named(void *owner, const option_text &text, std::string_view value) {
    // Words beyond those listed are other names of the same values.
    if (const auto meaning = FromString(value)) {
        const auto &known = *meaning;
        at<Owner, Destination>(owner) = known;
        return {};
    }
    const auto index = choice_in(text, value);
    return std::unexpected{index ? std::string{} : index.error()};
}
template <class Owner, auto Destination, auto FromString>
std::string initial_name(const option_text &text) {
    const Owner fresh{};
    for (std::size_t i = 0; i < choices_in(text); ++i) {
        const std::string_view word = choice_at(text, i);
        if (const auto meaning = FromString(word); meaning && fresh.*Destination == *meaning) return std::string{word};
    }
    return {};
}

template <class Owner, auto Destination>
option_status store_number(void *owner, const option_text &text, std::string_view value) {
    const auto n = number_in(text, value);
    if (!n) return std::unexpected{n.error()};
    at<Owner, Destination>(owner) = static_cast<typename without_optional<type_of<Destination>>::type>(*n);
    return {};
}
template <class Owner, auto Destination>
std::string initial_number(const option_text &text) {
    if constexpr (std::is_integral_v<type_of<Destination>>) {
        const Owner fresh{};
        return base::number_text(fresh.*Destination, text.limits.what);
    }
    return {};
}

} // namespace detail

// A switch (bool), a text (std::string, std::optional<std::string>) or a list of texts (std::vector<std::string>); or a
// function that reads the value: option_status f(Owner &, const option_text &, std::string_view value).
template <auto Destination>
consteval row_of<detail::owner_of<Destination>> option(option_text text) {
    return {{text, &detail::store<detail::owner_of<Destination>, Destination>,
             &detail::initial<detail::owner_of<Destination>, Destination>}};
}

// A switch that sets its destination to this value.
template <auto Destination, auto Value>
consteval row_of<detail::owner_of<Destination>> sets(option_text text) {
    return {{text, &detail::store_value<detail::owner_of<Destination>, Destination, Value>, &detail::no_initial}};
}

// One of the words in `choices`, which mean these values.
template <auto Destination, auto... Values>
consteval row_of<detail::owner_of<Destination>> choice(option_text text) {
    if (detail::count_of(text.choices) != sizeof...(Values)) throw "a value for each word";
    return {{text, &detail::store_choice<detail::owner_of<Destination>, Destination, Values...>,
             &detail::initial_choice<detail::owner_of<Destination>, Destination, Values...>}};
}

// A word that the function accepts: std::optional<T> f(std::string_view).
template <auto Destination, auto FromString>
consteval row_of<detail::owner_of<Destination>> named(option_text text) {
    return {{text, &detail::store_named<detail::owner_of<Destination>, Destination, FromString>,
             &detail::initial_name<detail::owner_of<Destination>, Destination, FromString>}};
}

// A number within these bounds.
template <auto Destination, std::uint64_t Least, std::uint64_t Most, counted What = counted::items>
consteval row_of<detail::owner_of<Destination>> number(option_text text) {
    using destination = typename detail::without_optional<detail::type_of<Destination>>::type;
    static_assert(Most <= std::numeric_limits<destination>::max());
    text.limits = {Least, Most, What};
    return {{text, &detail::store_number<detail::owner_of<Destination>, Destination>,
             &detail::initial_number<detail::owner_of<Destination>, Destination>}};
}

// Structs of options that a command shares with others. A struct without members may hold only rows, whose destination
// is in another one of the command's structs: for an option that not every command with that struct has.
template <class... Parts>
struct with : Parts... {
    using parts = with;
};

// Rows, and where in the options of a command the struct is that they belong to.
struct option_set {
    std::span<const option_row> rows;
    void *(*owner)(void *options) = nullptr;
};

namespace detail {

template <class Part>
using rows_owner = typename decltype(Part::rows())::value_type::owner;

template <class Part>
consteval auto plain_rows() {
    constexpr auto typed = Part::rows();
    std::array<option_row, typed.size()> plain{};
    for (std::size_t i = 0; i < typed.size(); ++i) plain[i] = typed[i];
    return plain;
}
template <class Part>
inline constexpr auto rows_in = plain_rows<Part>();

template <class Options, class Owner>
void *owner_in(void *options) {
    return static_cast<Owner *>(static_cast<Options *>(options));
}

template <std::size_t... Sizes>
constexpr auto joined(const std::array<option_set, Sizes> &...sets) {
    std::array<option_set, (Sizes + ... + 0)> all{};
    std::size_t n = 0;
    const auto add = [&](const auto &some) {
        for (const option_set &s : some) all[n++] = s;
    };
    (add(sets), ...);
    return all;
}

template <class Options, class Part>
consteval auto sets_in();

template <class Options, class... Parts>
consteval auto sets_in_parts(const with<Parts...> * /*parts*/) {
    return joined(sets_in<Options, Parts>()...);
}

template <class Options, class Part>
consteval auto own_set() {
    using owner = rows_owner<Part>;
    static_assert(std::is_base_of_v<owner, Options>, "an option whose destination the command does not have");
    return std::array{option_set{rows_in<Part>, &owner_in<Options, owner>}};
}

template <class Options, class Part>
consteval auto sets_in() {
    if constexpr (requires { typename Part::parts; }) {
        using parts = typename Part::parts;
        constexpr const parts *none = nullptr;
        if constexpr (std::is_same_v<parts, Part>) {
            return sets_in_parts<Options>(none);
        } else {
            static_assert(std::is_same_v<rows_owner<Part>, Part>, "a struct of options without rows() of its own");
            constexpr auto own = own_set<Options, Part>();
            if constexpr (std::is_same_v<Part, Options>)
                return joined(own, sets_in_parts<Options>(none));
            else
                return joined(sets_in_parts<Options>(none), own); // help lists the general ones first
        }
    } else {
        return own_set<Options, Part>();
    }
}

} // namespace detail

// All rows of a command: its own ones first.
template <class Options>
inline constexpr auto option_sets = detail::sets_in<Options, Options>();

} // namespace uniform::cli
