// The content of the page of verifications (routes_verification.cpp). It shows `verification_run` and `store::damage`,
// as the operations of the API do; what depends on the reader's language is beside them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/administration/operation_page.hpp"
#include "http/operation/verification.hpp"

namespace uniform::http {

namespace pages {

/// The members of a verification that its page shows as they are.
template <>
struct table_of<verification_run> {
    static constexpr std::tuple members{member{"id", &verification_run::id}, member{"done", &verification_run::done},
                                        member{"total", &verification_run::total},
                                        member{"head", &verification_run::head}};
};
template <>
struct table_of<store::damage> {
    static constexpr std::tuple members{member{"subject", &store::damage::subject},
                                        member{"message", &store::damage::message}};
};

} // namespace pages

namespace administration {

struct finding_row {
    store::damage found = {};
    std::string event = {}; ///< its number; empty: no event in particular

    static constexpr std::tuple members{members_of{&finding_row::found}, member{"event", &finding_row::event}};
};

struct verification_row {
    verification_run run = {};
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    std::string started = {};
    std::string took = {}; ///< empty: it has not ended
    std::string who = {};
    std::string events = {}; ///< the numbers of what was verified
    std::string names = {};
    std::string documents = {};
    bool has_counts = false;
    std::string found = {};
    bool has_found = false;
    bool has_findings = false;
    std::vector<finding_row> findings = {};
    bool has_total = false; ///< the number of its steps is known
    bool may_end = false;

    static constexpr std::tuple members{members_of{&verification_row::run},
                                        member{"state", &verification_row::state},
                                        member{"state_label", &verification_row::state_label},
                                        member{"started", &verification_row::started},
                                        member{"took", &verification_row::took},
                                        member{"who", &verification_row::who},
                                        member{"events", &verification_row::events},
                                        member{"names", &verification_row::names},
                                        member{"documents", &verification_row::documents},
                                        member{"has_counts", &verification_row::has_counts},
                                        member{"found", &verification_row::found},
                                        member{"has_found", &verification_row::has_found},
                                        member{"has_findings", &verification_row::has_findings},
                                        member{"findings", &verification_row::findings},
                                        member{"has_total", &verification_row::has_total},
                                        member{"may_end", &verification_row::may_end}};
};

struct verifications_model {
    static constexpr std::string_view page_template = "operation_history";

    manage::common_part common = {};
    std::optional<verification_row> running = {};
    bool may_start = false;
    std::string events = {}; ///< the number of events in the history
    bool has_runs = false;
    std::vector<verification_row> runs = {}; ///< those that have ended
    std::optional<verification_row> last = {};
    std::string_view command = {}; ///< the command that does the same

    static constexpr std::tuple members{members_of{&verifications_model::common},
                                        member{"running", &verifications_model::running},
                                        member{"may_start", &verifications_model::may_start},
                                        member{"events", &verifications_model::events},
                                        member{"has_runs", &verifications_model::has_runs},
                                        member{"runs", &verifications_model::runs},
                                        member{"last", &verifications_model::last},
                                        member{"command", &verifications_model::command}};
};

} // namespace administration

} // namespace uniform::http
