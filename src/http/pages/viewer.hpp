// Who sees a page: set by the router for the time of a request, read by the frame of every page. It is a variable of
// the thread, because pages are also made where nothing is known of the request's principal: a problem becomes a page,
// too.
#pragma once

#include <string>

#include <uniform/resolver/authority.hpp>

namespace uniform::http::pages {

/// Somebody who is signed in, or whose request has a token.
struct viewer {
    std::string name = {}; ///< the label of the token, or its id
    std::string role = {};
    std::string csrf = {}; ///< for the forms; empty without a session
    bool may_manage = false;
    bool may_operate = false;
};

/// Whether the pages of the operation are for this principal: all of them concern the instance.
[[nodiscard]] inline bool may_operate(const resolver::principal &who) {
    return resolver::check_instance(who, resolver::administrators).has_value();
}

/// While it exists, pages that this thread makes are for `v`, which must outlive it; null: for anyone.
class showing_to {
public:
    explicit showing_to(const viewer *v) noexcept : before_{shown_to} { shown_to = v; }
    ~showing_to() { shown_to = before_; }
    showing_to(const showing_to &) = delete;
    showing_to &operator=(const showing_to &) = delete;

    [[nodiscard]] static const viewer *current() noexcept { return shown_to; }

private:
    static inline thread_local const viewer *shown_to = nullptr;
    const viewer *before_;
};

} // namespace uniform::http::pages
