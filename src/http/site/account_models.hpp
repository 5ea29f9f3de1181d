// The content of the pages about sessions and tokens (routes_session.cpp).
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/pages/model.hpp"
#include "http/site/shown_history.hpp"

namespace uniform::http::accounts {

using pages::member;

struct kept_field {
    std::string name = {};
    std::string value = {};
    bool shown = false; ///< it was typed

    static constexpr std::tuple members{member{"name", &kept_field::name}, member{"value", &kept_field::value},
                                        member{"shown", &kept_field::shown}};
};

struct sign_in_again_model {
    static constexpr std::string_view page_template = "sign_in_again";

    std::string to = {};
    std::vector<kept_field> fields = {};
    bool has_shown = false;

    static constexpr std::tuple members{member{"to", &sign_in_again_model::to},
                                        member{"fields", &sign_in_again_model::fields},
                                        member{"has_shown", &sign_in_again_model::has_shown}};
};

struct signed_in_model {
    static constexpr std::string_view page_template = "sign_in_done";

    std::string to = {};
    std::string label = {}; ///< who

    static constexpr std::tuple members{member{"to", &signed_in_model::to}, member{"label", &signed_in_model::label}};
};

struct sign_in_failed_model {
    static constexpr std::string_view page_template = "sign_in_failed";

    std::string says = {};    ///< why nobody is signed in
    std::string detail = {};  ///< in addition
    std::string request = {}; ///< its id
    std::string again = {};   ///< the path of another try
    bool has_account = false; ///< with the provider

    static constexpr std::tuple members{
        member{"says", &sign_in_failed_model::says}, member{"detail", &sign_in_failed_model::detail},
        member{"request", &sign_in_failed_model::request}, member{"again", &sign_in_failed_model::again},
        member{"has_account", &sign_in_failed_model::has_account}};
};

struct signed_out_model {
    static constexpr std::string_view page_template = "signed_out";

    std::string name = {}; ///< of the provider
    std::string end = {};  ///< the URL that ends its session; empty: there is none

    static constexpr std::tuple members{member{"name", &signed_out_model::name}, member{"end", &signed_out_model::end}};
};

struct session_row {
    std::string id = {};
    std::string agent = {}; ///< the browser; empty: not known
    std::string made = {};
    std::string used = {};
    bool is_this = false;

    static constexpr std::tuple members{member{"id", &session_row::id}, member{"agent", &session_row::agent},
                                        member{"made", &session_row::made}, member{"used", &session_row::used},
                                        member{"is_this", &session_row::is_this}};
};

struct account_model {
    static constexpr std::string_view page_template = "account";

    std::string_view role = {};
    std::string registrar = {};
    std::string user = {}; ///< of the provider
    std::string id = {};   ///< of the user's token
    bool has_sessions = false;
    std::vector<session_row> sessions = {};

    static constexpr std::tuple members{member{"role", &account_model::role},
                                        member{"registrar", &account_model::registrar},
                                        member{"user", &account_model::user},
                                        member{"id", &account_model::id},
                                        member{"has_sessions", &account_model::has_sessions},
                                        member{"sessions", &account_model::sessions}};
};

struct token_row {
    std::string id = {};
    std::string label = {};
    std::string_view role = {};
    std::string registrar = {};
    std::string issuer = {}; ///< of the account, by OpenID Connect
    std::string subject = {};
    std::string prefixes = {};
    std::string expires = {}; ///< the day
    std::string state = {};
    std::string state_label = {};
    bool is_active = false;
    bool is_this = false; ///< the token of the session
    bool may_readmit = false;

    static constexpr std::tuple members{member{"id", &token_row::id},
                                        member{"label", &token_row::label},
                                        member{"role", &token_row::role},
                                        member{"registrar", &token_row::registrar},
                                        member{"issuer", &token_row::issuer},
                                        member{"subject", &token_row::subject},
                                        member{"prefixes", &token_row::prefixes},
                                        member{"expires", &token_row::expires},
                                        member{"state", &token_row::state},
                                        member{"state_label", &token_row::state_label},
                                        member{"is_active", &token_row::is_active},
                                        member{"is_this", &token_row::is_this},
                                        member{"may_readmit", &token_row::may_readmit}};
};

struct token_model {
    static constexpr std::string_view page_template = "account_token";

    token_row token = {};
    std::string created = {};
    std::string created_by = {};
    std::string revoked = {}; ///< when
    manage::history_part events = {};

    static constexpr std::tuple members{
        pages::members_of{&token_model::token}, member{"created", &token_model::created},
        member{"created_by", &token_model::created_by}, member{"revoked", &token_model::revoked},
        pages::members_of{&token_model::events}};
};

struct role_choice {
    std::string_view role = {};
    bool selected = false;

    static constexpr std::tuple members{member{"role", &role_choice::role}, member{"selected", &role_choice::selected}};
};

struct token_fields {
    std::string label = {};
    std::string role = {};
    std::string registrar = {};
    std::string prefixes = {};
    std::string expires = {};

    static constexpr std::tuple members{member{"label", &token_fields::label}, member{"role", &token_fields::role},
                                        member{"registrar", &token_fields::registrar},
                                        member{"prefixes", &token_fields::prefixes},
                                        member{"expires", &token_fields::expires}};
};

struct tokens_model {
    static constexpr std::string_view page_template = "account_tokens";

    std::vector<token_row> tokens = {};
    std::string next = {};        ///< a URL
    std::string new_token = {};   ///< shown once
    std::string made_before = {}; ///< the id of one that can no longer be shown
    std::string problem = {};     ///< with no field of the form
    bool may_create = false;
    std::string key = {}; ///< against sending the form twice
    std::vector<role_choice> roles = {};
    token_fields value = {}; ///< typed in the form
    token_fields error = {}; ///< the mistake in it

    static constexpr std::tuple members{member{"tokens", &tokens_model::tokens},
                                        member{"next", &tokens_model::next},
                                        member{"new_token", &tokens_model::new_token},
                                        member{"made_before", &tokens_model::made_before},
                                        member{"problem", &tokens_model::problem},
                                        member{"may_create", &tokens_model::may_create},
                                        member{"key", &tokens_model::key},
                                        member{"roles", &tokens_model::roles},
                                        member{"value", &tokens_model::value},
                                        member{"error", &tokens_model::error}};
};

} // namespace uniform::http::accounts
