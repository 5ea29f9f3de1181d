// The tables of the running service: what was resolved, what was asked for in vain, and the health of locators. They
// have no history: losing them loses no name.
#pragma once

#include <string_view>

namespace uniform::store::schema {

inline constexpr std::string_view operation_tables = R"sql(
CREATE TABLE statistics (
    day INTEGER NOT NULL,
    nid TEXT NOT NULL,
    prefix TEXT NOT NULL,
    outcome TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, nid, prefix, outcome)
) WITHOUT ROWID;
CREATE TABLE unknown_names (
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, key)
) WITHOUT ROWID;
CREATE INDEX unknown_names_count ON unknown_names (day, count);
CREATE TABLE health (
    url TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    status INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    target TEXT NOT NULL,
    says TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX health_checked ON health (checked);
)sql";

// Version 2. `link_hosts`: which checker asks a host, and until when nobody else may. `link_changes`: one row, counted
// up whenever other locators may be dead. The index makes the dead ones cheap to read.
inline constexpr std::string_view link_tables = R"sql(
CREATE TABLE link_hosts (
    host TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE link_changes (
    one INTEGER NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX health_dead ON health (url) WHERE state = 'dead';
)sql";

} // namespace uniform::store::schema
