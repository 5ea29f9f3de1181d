// Options of commands that read one field of each row of a table.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cli/option.hpp"

namespace uniform::cli {

struct table_options {
    bool csv = false;
    bool tsv = false;
    bool ndjson = false;
    std::string delimiter;
    bool no_header = false;
    std::string field;
    std::vector<std::string> into;

    [[nodiscard]] bool has_rows() const noexcept { return csv || tsv || ndjson; }

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&table_options::csv>({input, 0, "csv", "",
                                         "Inputs are a column of a table of comma-separated values (RFC 4180), which "
                                         "--field names. The rows are printed with the results in that column, or as "
                                         "--into says; all else of them stays as it is written."}),
            option<&table_options::tsv>(
                {input, 0, "tsv", "", "The same of tab-separated values, without quotation marks."}),
            option<&table_options::ndjson>(
                {input, 0, "ndjson", "", "The same of a JSON object on each line, whose member --field names."}),
            option<&table_options::field>(
                {input, 0, "field", "NAME",
                 "The column of the inputs: its name in the first row, or its number, from 1. Of "
                 "an object, the name of the member, or a JSON Pointer (\"/links/0/href\")."}),
            option<&table_options::delimiter>(
                {input, 0, "delimiter", "C", "With --csv, the character between two fields.", "", ","}),
            option<&table_options::no_header>(
                {input, 0, "no-header", "", "The first row has no names of columns; --field and --into are numbers."}),
            option<&table_options::into>(
                {output, 0, "into", "NAME[=TEMPLATE]",
                 "Put the result in that column or member, which is appended if there is none of that name; or what "
                 "the "
                 "template makes of the result (`uniform parse --help` describes templates). May be repeated: --into "
                 "url --into domain={host.registrable}."}),
        };
    }
};

} // namespace uniform::cli
