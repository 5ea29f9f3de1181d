// A name record, or members of it, from the options of a command.
#pragma once

#include <concepts>
#include <expected>
#include <string>

#include <uniform/json/value.hpp>

#include "service/name_options.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

// Mistakes are reported, and the error is the exit code.
class name_record_reader {
public:
    explicit name_record_reader(const common_options &o) : o_{o} {}

    // The JSON object of --record.
    std::expected<void, int> read(const record_option &o);
    std::expected<void, int> add(const description_options &o);
    // A locator for each argument from number `first` on.
    std::expected<void, int> add(const locator_options &o, std::size_t first);
    void set(std::string_view member, const std::optional<std::string> &value) {
        if (value) record_.set(member, *value);
    }

    [[nodiscard]] json::value take() { return std::move(record_); }
    // The places of those values of the record that are in the file of --record.
    [[nodiscard]] place_function places() const;

private:
    // The object or array in a member of the record; null if there is none.
    [[nodiscard]] json::value copy_of(std::string_view member) const {
        const json::value *const v = record_.find(member);
        return v ? *v : json::value{};
    }

    const common_options &o_;
    json::value record_ = json::object{};
    std::string name_; // of the file; empty without --record
    std::string text_;
};

struct name_record_input {
    json::value record;
    place_function place;
};

// The record of those of the options above that the command has, with a locator for each argument from number `urls`
// on.
template <class Options>
std::expected<name_record_input, int> record_of(const Options &o, std::size_t urls = 1) {
    name_record_reader r{o};
    std::expected<void, int> done = r.read(o);
    if constexpr (std::derived_from<Options, description_options>) {
        if (done) done = r.add(static_cast<const description_options &>(o));
    }
    if constexpr (std::derived_from<Options, successor_option>) r.set("successor", o.successor);
    if constexpr (std::derived_from<Options, predecessor_option>) r.set("predecessor", o.predecessor);
    if constexpr (std::derived_from<Options, locator_options>) {
        if (done) done = r.add(static_cast<const locator_options &>(o), urls);
    }
    if (!done) return std::unexpected{done.error()};
    place_function place = r.places();
    return name_record_input{.record = r.take(), .place = std::move(place)};
}

// Indented, for a terminal.
[[nodiscard]] std::string printable_json(const json::value &value);

} // namespace uniform::cli
