// The tables of names, documents, history and remembered answers.
#pragma once

#include <string_view>

namespace uniform::store::schema {

// The history is written by the commit: each row ("segment") holds the events of one, or some hundred of a large one.
// `head` is the hash of its last event. What an event says, how it is hashed and packed: event_encoding.hpp. Names and
// documents carry the number of their last event; from there each event leads to the one before of the same subject.
//
// Documents lie beside their key (SQLite: a table with rowid and an index), for some have a MiB: a search through a
// b-tree that has the bodies in it reads each body that it compares with.
inline constexpr std::string_view store_tables = R"sql(
CREATE TABLE names (
    key TEXT NOT NULL PRIMARY KEY,
    event INTEGER NOT NULL,
    record BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    event INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE TABLE history (
    first INTEGER NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL,
    head BLOB NOT NULL,
    events BLOB NOT NULL
);
CREATE TABLE answers (
    client TEXT NOT NULL,
    key TEXT NOT NULL,
    request BLOB NOT NULL,
    answer BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client, key)
) WITHOUT ROWID;
CREATE INDEX answers_at ON answers (at);
)sql";

// Append-only, also for those who come with SQL.
inline constexpr std::string_view store_guards_sqlite = R"sql(
CREATE TRIGGER history_is_not_updated BEFORE UPDATE ON history
BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;
CREATE TRIGGER history_is_not_deleted BEFORE DELETE ON history
BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;
CREATE TRIGGER names_are_not_deleted BEFORE DELETE ON names
BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
CREATE TRIGGER names_keep_their_keys BEFORE UPDATE OF key ON names
BEGIN SELECT RAISE(ABORT, 'a name keeps its key'); END;
CREATE TRIGGER documents_are_not_deleted BEFORE DELETE ON documents
BEGIN SELECT RAISE(ABORT, 'documents are never deleted'); END;
CREATE TRIGGER documents_keep_their_ids BEFORE UPDATE OF kind, id ON documents
BEGIN SELECT RAISE(ABORT, 'a document keeps its kind and id'); END;
)sql";

inline constexpr std::string_view store_guards_postgresql = R"sql(
CREATE FUNCTION uniform_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% of % is not allowed: what was written stays', lower(TG_OP), TG_TABLE_NAME; END $$;
CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history
FOR EACH STATEMENT EXECUTE FUNCTION uniform_append_only();
CREATE TRIGGER names_are_not_deleted BEFORE DELETE OR TRUNCATE ON names
FOR EACH STATEMENT EXECUTE FUNCTION uniform_append_only();
CREATE TRIGGER names_keep_their_keys BEFORE UPDATE OF key ON names
FOR EACH STATEMENT EXECUTE FUNCTION uniform_append_only();
CREATE TRIGGER documents_are_not_deleted BEFORE DELETE OR TRUNCATE ON documents
FOR EACH STATEMENT EXECUTE FUNCTION uniform_append_only();
CREATE TRIGGER documents_keep_their_ids BEFORE UPDATE OF kind, id ON documents
FOR EACH STATEMENT EXECUTE FUNCTION uniform_append_only();
)sql";

/// Versions 1 and 2 notified with each commit, at an eighth of what a lone commit takes; now whoever keeps answers
/// asks.
inline constexpr std::string_view no_notifications_postgresql = R"sql(
DROP TRIGGER IF EXISTS history_notifies ON history;
DROP FUNCTION IF EXISTS uniform_notify();
)sql";

} // namespace uniform::store::schema
