// A reading of the metadata of a name, as formats of citations and catalogues need it. The metadata is the JSON object
// of the name record; its members are named like the elements of Dublin Core.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform::http {

/// The terms of several vocabularies for one kind of resource. Empty: they have no word for it.
struct resource_kind {
    std::string_view schema;   ///< schema.org: "ScholarlyArticle"
    std::string_view bibtex;   ///< "article"
    std::string_view ris;      ///< "JOUR"
    std::string_view csl;      ///< "article-journal"
    std::string_view datacite; ///< resourceTypeGeneral of DataCite 4.4: "JournalArticle"
    std::string_view mods;     ///< typeOfResource of MODS 3: "text"
};

/// A date as the metadata has it: the month and the day may be missing.
struct partial_date {
    std::string_view year;  ///< "2026"
    std::string_view month; ///< "11"
    std::string_view day;   ///< "23"
    /// "2026-11-23"
    [[nodiscard]] std::string text() const;
};

/// The name of a person or an organization. Only a comma tells which part of it is the family name: "Aalto, Ida". What
/// has none, or several, is a whole, because an organization has no given name.
struct agent_name {
    std::string_view family; ///< empty: the name is a whole
    std::string_view given;
};
[[nodiscard]] agent_name parts_of(std::string_view name) noexcept;

/// A name and what is known of it. Refers to the record, which must outlive it.
class name_description {
public:
    /// @param url where the name resolves: "https://urn.example.org/urn:example:a"; empty: not known
    name_description(std::string_view key, const resolver::name_record &r, std::string url = {})
        : urn_{resolver::urn_of(key, r)}, url_{std::move(url)}, record_{&r} {}

    [[nodiscard]] const std::string &urn() const noexcept UNIFORM_LIFETIMEBOUND { return urn_; }
    [[nodiscard]] const std::string &url() const noexcept UNIFORM_LIFETIMEBOUND { return url_; }
    [[nodiscard]] const resolver::name_record &record() const noexcept { return *record_; }

    /// The texts of a member: a string, each string of an array, the "name" of each object. Linear.
    [[nodiscard]] std::vector<std::string_view> texts(std::string_view member) const;
    /// The first of them; empty if there is none.
    [[nodiscard]] std::string_view text(std::string_view member) const UNIFORM_LIFETIMEBOUND;
    /// The members "date", "issued" and "year", whichever is a date first.
    [[nodiscard]] std::optional<partial_date> date() const;
    /// The kind that the member "type" names; a kind without words of its own for a type that is not known.
    [[nodiscard]] const resource_kind &kind() const;
    /// The DOI among the other names, identifiers and locators, "10.1000/182"; empty: there is none.
    [[nodiscard]] std::string_view doi() const;

private:
    std::string urn_;
    std::string url_;
    const resolver::name_record *record_;
};

/// A text on one line: each sequence of white space and control characters becomes one space, none at the ends.
[[nodiscard]] std::string on_one_line(std::string_view text);

} // namespace uniform::http
