// The content of page.html, the frame of all pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/pages/model.hpp"

namespace uniform::http::pages {

/// A <link> of a page's head.
struct head_link {
    std::string rel = {};
    std::string type = {}; ///< a media type
    std::string href = {};
    std::string title = {};

    static constexpr std::tuple members{member{"rel", &head_link::rel}, member{"type", &head_link::type},
                                        member{"href", &head_link::href}, member{"title", &head_link::title}};
};

/// Who operates the service, and how they are reached.
struct frame_operator {
    std::string name = {};
    std::string contact = {};
    std::string link = {};

    static constexpr std::tuple members{member{"name", &frame_operator::name},
                                        member{"contact", &frame_operator::contact},
                                        member{"link", &frame_operator::link}};
};

/// The links for a reader who is signed in.
struct frame_user {
    bool may_manage = false;
    bool may_operate = false;

    static constexpr std::tuple members{member{"may_manage", &frame_user::may_manage},
                                        member{"may_operate", &frame_user::may_operate}};
};

/// A language in which the page can be read.
struct frame_language {
    std::string_view tag = {};
    std::string_view name = {};
    std::string href = {};
    bool is_current = false;

    static constexpr std::tuple members{member{"tag", &frame_language::tag}, member{"name", &frame_language::name},
                                        member{"href", &frame_language::href},
                                        member{"is_current", &frame_language::is_current}};
};

/// The object "page" of every template.
struct frame {
    std::string title = {};
    std::string_view language = {};
    std::string_view version = {};
    std::string service = {};
    frame_operator operator_of = {};
    bool is_mirror = false; ///< the service follows another one
    bool has_docs = false;
    bool is_front = false; ///< where the page is in the navigation
    bool is_workbench = false;
    bool is_registry = false;
    bool is_registration = false;
    bool is_manage = false;
    bool is_operation = false;
    bool is_account = false;
    bool is_api = false;
    bool may_sign_in = false;
    std::optional<frame_user> user = {};
    std::vector<frame_language> languages = {};
    std::vector<head_link> links = {};
    std::string json_ld = {};

    static constexpr std::tuple members{member{"title", &frame::title},
                                        member{"language", &frame::language},
                                        member{"version", &frame::version},
                                        member{"service", &frame::service},
                                        member{"operator", &frame::operator_of},
                                        member{"is_mirror", &frame::is_mirror},
                                        member{"has_docs", &frame::has_docs},
                                        member{"is_front", &frame::is_front},
                                        member{"is_workbench", &frame::is_workbench},
                                        member{"is_registry", &frame::is_registry},
                                        member{"is_registration", &frame::is_registration},
                                        member{"is_manage", &frame::is_manage},
                                        member{"is_operation", &frame::is_operation},
                                        member{"is_account", &frame::is_account},
                                        member{"is_api", &frame::is_api},
                                        member{"may_sign_in", &frame::may_sign_in},
                                        member{"user", &frame::user},
                                        member{"languages", &frame::languages},
                                        member{"links", &frame::links},
                                        member{"json_ld", &frame::json_ld}};
};

/// The members that every template may name beside its own model: the frame, and the token of the session for forms.
struct in_every_page {
    frame page = {};
    std::string csrf = {};

    static constexpr std::tuple members{member{"page", &in_every_page::page}, member{"csrf", &in_every_page::csrf}};
};

} // namespace uniform::http::pages
