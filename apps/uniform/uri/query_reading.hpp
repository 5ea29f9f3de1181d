// The reading of queries as lists of parameters by the commands for URIs.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <uniform/uri/query.hpp>

#include "cli/option.hpp"
#include "print/words.hpp"

namespace uniform::cli {

struct query_reading {
    query_options query{};

    // Whether one of the options was given, and says something.
    [[nodiscard]] bool reads_otherwise() const noexcept {
        return query.semicolon || query.separator != '&' || query.plus != plus::as_written;
    }

    static option_status store_separator(query_reading &o, const option_text & /*text*/, std::string_view value) {
        if (value.size() != 1 || !is_parameter_separator(value.front())) {
            return std::unexpected{"expected one of the characters ! $ & ' ( ) * + , ; : @ / ?, not " +
                                   in_quotes(value)};
        }
        o.query.semicolon = value.front() == ';';
        o.query.separator = o.query.semicolon ? '&' : value.front();
        return {};
    }
    static option_status store_form(query_reading &o, const option_text & /*text*/, std::string_view /*value*/) {
        o.query.plus = plus::as_space;
        return {};
    }

    static constexpr auto rows() {
        return std::array{
            option<&query_reading::store_separator>(
                {heading::rules, 0, "query-separator", "CHARACTER",
                 "The separator of query parameters: a reserved character that a query may contain, except =. With ; "
                 "also & separates them.",
                 "", "&"}),
            option<&query_reading::store_form>({heading::rules, 0, "form", "",
                                                "Read the query as form data (URL Standard section 5.1): \"+\" is a "
                                                "space, nothing between two separators is no parameter, and a space in "
                                                "data is written \"+\"."}),
        };
    }
};

} // namespace uniform::cli
