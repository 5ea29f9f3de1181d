// uniform name harvest: the records of another repository, as lines for an import.

#include <iostream>
#include <optional>
#include <string>

#include <uniform/http/api_client.hpp>
#include <uniform/http/oai_import.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t most_pages = 1'000'000;

struct harvest_options : with<common_options> {
    std::string prefix;
    std::string withdraw;
    std::string set;
    std::string from;
    std::string until;
    std::string resume;

    static constexpr auto rows() {
        using enum heading;
        using self = harvest_options;
        return std::array{
            option<&self::prefix>(
                {making, 0, "prefix", "PREFIX",
                 "Make a name of this prefix and the repository's identifier for records without a URN that "
                 "begins with it, for example \"urn:example:\".",
                 "", "records without a URN are left out"}),
            option<&self::withdraw>({making, 0, "withdraw", "REASON",
                                     "Make a line that withdraws the name of each deleted record, for this reason.", "",
                                     "deleted records are only reported"}),
            option<&self::set>({rules, 0, "set", "SET", "Only the records of this set.", "", "all"}),
            option<&self::from>(
                {rules, 0, "from", "DATE", "Only records that changed on this date or later.", "", "all"}),
            option<&self::until>(
                {rules, 0, "until", "DATE", "Only records that changed on this date or earlier.", "", "all"}),
            option<&self::resume>({rules, 0, "resume", "TOKEN",
                                   "Continue an interrupted harvest with the resumptionToken that it reported."}),
        };
    }
};

int harvest(const harvest_options &o) {
    const std::string &url = o.arguments.front();
    std::string token = o.resume;
    std::uint64_t names = 0;
    std::uint64_t deleted = 0;
    std::uint64_t refused = 0;
    try {
        const auto repository = http::api_client::remote(url, {});
        for (std::size_t page = 0; page < most_pages; ++page) {
            const auto answer = repository->call(
                {.path = token.empty() ? query_of({{"verb", "ListRecords"},
                                                   {"metadataPrefix", "oai_dc"},
                                                   {"set", o.set},
                                                   {"from", o.from},
                                                   {"until", o.until}})
                                       : query_of({{"verb", "ListRecords"}, {"resumptionToken", token}}),
                 .fields = {{"Accept", "text/xml, application/xml"}}});
            const auto stopped = [&](const std::string &why) {
                if (!token.empty()) fail(exit_io, "continue with --resume " + in_quotes(token));
                return fail(exit_io, url + ": " + why);
            };
            if (answer.status != 200) return stopped("status " + std::to_string(answer.status));
            const auto read = http::read_harvest(answer.body, o.prefix, o.withdraw);
            if (!read) return stopped(read.error());
            for (const http::harvested_record &r : read->records) {
                if (r.deleted) {
                    ++deleted;
                    std::cout << r.line;
                    if (r.line.empty()) std::cerr << "deleted: " << printable(r.identifier) << '\n';
                } else if (r.line.empty()) {
                    ++refused;
                    std::cerr << "left out: " << printable(r.identifier) << ": " << printable(r.problem) << '\n';
                } else {
                    ++names;
                    std::cout << r.line;
                }
            }
            if (!std::cout.flush()) return fail(exit_io, file_error(standard_output, errno));
            // A repository that repeats itself would be asked for ever.
            if (!read->next.empty() && read->next == token) return stopped("the same resumptionToken again");
            token = read->next;
            if (token.empty()) break;
        }
    } catch (const http::no_response &e) {
        if (!token.empty()) fail(exit_io, "continue with --resume " + in_quotes(token));
        return fail(exit_io, e.what());
    }
    std::cerr << names << " names, " << deleted << " deleted, " << refused << " left out\n";
    return refused == 0 ? exit_good : exit_bad_input;
}

constexpr example harvest_examples[]{
    {"What would an import do?",
     "uniform name harvest --prefix urn:example: https://repository.example/oai > new.ndjson\n"
     "uniform name import --dry-run new.ndjson"},
    {"What has changed since, and been deleted",
     "uniform name harvest --from 2026-11-01 --withdraw Gone https://repository.example/oai > new.ndjson\n"
     "uniform name import --on-conflict update new.ndjson"},
};

} // namespace

const command name_harvest_command = command_of<harvest>(
    {"name harvest", "read the records of another repository by OAI-PMH", "URL",
     "Reads all pages of ListRecords in oai_dc from a repository at an http or https URL, and "
     "prints a line of NDJSON for each "
     "record, as `uniform name import` reads it: Dublin Core becomes metadata, URLs become "
     "locators, URNs names. Deleted records "
     "without --withdraw, and those without a name, are reported on standard error. No page may have more than 64 MiB; "
     "redirects are not followed. "
     "The exit code is 1 if records were left out.",
     harvest_examples});

} // namespace uniform::cli
