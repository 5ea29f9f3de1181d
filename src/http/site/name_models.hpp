// The content of the pages about one name (routes_manage_names.cpp).
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/site/manage.hpp"
#include "http/site/manage_record.hpp"
#include "http/site/shown_history.hpp"

namespace uniform::http::manage {

struct assigning_model {
    static constexpr std::string_view page_template = "manage_name_form";

    common_part common = {};
    record_fields record = {};

    static constexpr std::tuple members{members_of{&assigning_model::common},
                                        member{"record", &assigning_model::record}};
};

/// The part of a name that the pages about it show.
struct name_part {
    std::string urn = {};
    std::string href = {}; ///< of the page
    std::string version = {};
    std::string reason = {}; ///< of a withdrawal
    bool may_change = false;

    static constexpr std::tuple members{member{"urn", &name_part::urn}, member{"href", &name_part::href},
                                        member{"version", &name_part::version}, member{"reason", &name_part::reason},
                                        member{"may_change", &name_part::may_change}};
};

struct name_model {
    static constexpr std::string_view page_template = "manage_name";

    common_part common = {};
    name_part name = {};
    std::string public_href = {};
    std::string_view state = {};
    std::string state_label = {};
    std::string responsible = {}; ///< who is responsible now, if somebody else was at assignment
    std::string registrar = {};
    std::string registrar_label = {};
    bool is_reserved = false;
    bool is_withdrawn = false;
    bool may_reinstate = false;
    bool may_edit = false;
    std::string batch = {}; ///< the number of the reservation that it was in
    std::string batch_href = {};
    history_part events = {};
    std::string restoring = {}; ///< the version that the form is made from
    record_fields record = {};
    conflict_part seen = {};

    static constexpr std::tuple members{members_of{&name_model::common},
                                        members_of{&name_model::name},
                                        member{"public_href", &name_model::public_href},
                                        member{"state", &name_model::state},
                                        member{"state_label", &name_model::state_label},
                                        member{"responsible", &name_model::responsible},
                                        member{"registrar", &name_model::registrar},
                                        member{"registrar_label", &name_model::registrar_label},
                                        member{"is_reserved", &name_model::is_reserved},
                                        member{"is_withdrawn", &name_model::is_withdrawn},
                                        member{"may_reinstate", &name_model::may_reinstate},
                                        member{"may_edit", &name_model::may_edit},
                                        member{"batch", &name_model::batch},
                                        member{"batch_href", &name_model::batch_href},
                                        members_of{&name_model::events},
                                        member{"restoring", &name_model::restoring},
                                        member{"record", &name_model::record},
                                        members_of{&name_model::seen}};
};

struct withdrawal_model {
    static constexpr std::string_view page_template = "manage_withdraw";

    common_part common = {};
    name_part name = {};
    std::string successor = {}; ///< typed in the form
    std::string error_reason = {};
    std::string error_successor = {};
    std::string error_confirmation = {};

    static constexpr std::tuple members{members_of{&withdrawal_model::common},
                                        members_of{&withdrawal_model::name},
                                        member{"successor", &withdrawal_model::successor},
                                        member{"error_reason", &withdrawal_model::error_reason},
                                        member{"error_successor", &withdrawal_model::error_successor},
                                        member{"error_confirmation", &withdrawal_model::error_confirmation}};
};

} // namespace uniform::http::manage
