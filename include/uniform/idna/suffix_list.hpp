// A Public Suffix List: the suffixes under which names are registered (https://publicsuffix.org/list/).
//
//     uniform::idna::current_suffix_list().version(); // "2026-10-22_08-36-41_UTC"
//     const auto newer = uniform::idna::suffix_list::read(text, "public_suffix_list.dat");
//     if (newer) uniform::idna::domain_of("www.example.co.uk", *newer);
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The rules that apply: the list has a section of those that registries of top-level domains state, and one of those
/// that others ask for, for the names that they give to their customers ("github.io").
enum class suffix_rules : std::uint8_t { all, icann };

/// The reason why a text is no Public Suffix List.
struct suffix_list_problem {
    std::size_t line = 0;   ///< from 1; 0: it concerns the whole text
    std::size_t offset = 0; ///< octets before the line
    std::string says;
};

/// The length of the public suffix of a name, and what is known of it.
struct suffix_match {
    std::size_t size = 0;    ///< octets; without a rule those of the last label
    bool listed = false;     ///< a rule of the list names it
    bool is_private = false; ///< the rule is of the section of those who are no registries
};

/// A list. Copies share the rules. A list of 10,000 rules takes 400 KB.
class suffix_list {
public:
    /// Reads a list in the format of https://github.com/publicsuffix/list/wiki/Format, with U-labels or A-labels.
    /// Errors: no rule at all, a text that is not UTF-8, a rule of more than 253 octets, with an empty label, with a
    /// label that is none of UTS 46, or with "*" that is not the first label alone. Linear: 10,000 rules take a few
    /// milliseconds.
    /// @param source where the text is from, for source()
    [[nodiscard]] static std::expected<suffix_list, suffix_list_problem> read(std::string_view text,
                                                                              std::string source = {});

    /// Reads texts that read() would accept, each with whole lines: the list that is built in. Internal.
    [[nodiscard]] static suffix_list of_pieces(std::span<const std::string_view> pieces, std::string version,
                                               std::string commit);

    /// "built in", or what read() was given.
    [[nodiscard]] const std::string &source() const noexcept UNIFORM_LIFETIMEBOUND;
    /// As the list states it after "VERSION:", "2026-10-22_08-36-41_UTC"; empty if it does not.
    [[nodiscard]] const std::string &version() const noexcept UNIFORM_LIFETIMEBOUND;
    /// As the list states it after "COMMIT:"; empty if it does not.
    [[nodiscard]] const std::string &commit() const noexcept UNIFORM_LIFETIMEBOUND;
    /// The number of its rules.
    [[nodiscard]] std::size_t size() const noexcept;

    /// The public suffix of a name with A-labels, in lower case, without empty labels. O(length of the name).
    /// Thread-safe.
    [[nodiscard]] suffix_match match(std::string_view name, suffix_rules which = suffix_rules::all) const noexcept;
    /// The same for a name of at most 63 octets whose dots are known: bit i of `dots` is set where name[i] is one.
    [[nodiscard]] suffix_match match(std::string_view name, std::uint64_t dots, suffix_rules which) const noexcept;

private:
    struct content;
    explicit suffix_list(std::shared_ptr<const content> c) noexcept : content_{std::move(c)} {}
    std::shared_ptr<const content> content_;
};

/// The list that domain_of() uses: that of use_suffix_list(); else that of the file that the environment variable
/// UNIFORM_SUFFIX_LIST names; else the newest, by their versions, of the list that is built in and the one that Debian
/// keeps in the package publicsuffix. A list that is given and cannot be read is not used; load_suffix_list() says why.
/// Thread-safe.
[[nodiscard]] const suffix_list &current_suffix_list();
/// From now on, current_suffix_list() is this list, in all threads. What is done with the former one goes on with it.
void use_suffix_list(suffix_list list);
/// The list of a file. Errors: those of suffix_list::read(), and a file that cannot be read.
[[nodiscard]] std::expected<suffix_list, suffix_list_problem> load_suffix_list(const std::string &path);

} // namespace idna
} // namespace uniform
