-- The tables of a store in SQLite. postgresql.sql has the same for PostgreSQL.
--
-- A section "-- version N: TITLE" is one migration. A store gets the sections it lacks, in order, each in a transaction
-- of its own. To change the schema, append a section to both files: the same versions, tables and columns
-- (tests/store/schema_test.cpp). A section that was released is never changed.
--
-- A text is UTF-8 without U+0000. A time is in seconds since 1970, in `answers`, `clock` and events in microseconds; `day`
-- is in days since 1970.

-- version 1: names, documents, history, operation

CREATE TABLE schema_version (
    version INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
);

-- Names and documents have the number of their last event, and each event has that of the subject's event before it.
CREATE TABLE names (
    key TEXT NOT NULL PRIMARY KEY,
    event INTEGER NOT NULL,
    record BLOB NOT NULL
) WITHOUT ROWID;

-- A table with rowid and an index: some bodies have a megabyte, and a search through a b-tree that contains the bodies
-- reads each body that it compares with.
CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    event INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);

-- One row ("segment") has the events of one commit, or some hundred events of a large commit. `head` is the hash of its
-- last event. src/store/event_encoding.hpp describes what is hashed and how events are encoded.
CREATE TABLE history (
    first INTEGER NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL,
    head BLOB NOT NULL,
    events BLOB NOT NULL
);

-- Idempotency records: the answers to requests with an Idempotency-Key.
CREATE TABLE answers (
    client TEXT NOT NULL,
    key TEXT NOT NULL,
    request BLOB NOT NULL,
    answer BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client, key)
) WITHOUT ROWID;
CREATE INDEX answers_at ON answers (at);

-- Names and history are append-only also for those who use SQL.
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

-- The tables of the running service have no history: a store that loses them loses no name.
-- Resolutions per day.
CREATE TABLE statistics (
    day INTEGER NOT NULL,
    nid TEXT NOT NULL,
    prefix TEXT NOT NULL,
    outcome TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, nid, prefix, outcome)
) WITHOUT ROWID;

-- The unknown names that were requested most often, per day.
CREATE TABLE unknown_names (
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, key)
) WITHOUT ROWID;
CREATE INDEX unknown_names_count ON unknown_names (day, count);

-- The state of each URL that the link checker requested.
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

-- version 2: several link checkers on one store

-- The link checker that requests from a host; no other one may before `until`.
CREATE TABLE link_hosts (
    host TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;

-- One row; its count grows whenever the set of dead locators may have changed.
CREATE TABLE link_changes (
    one INTEGER NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX health_dead ON health (url) WHERE state = 'dead';

-- version 3: no notifications

-- Nothing to change in SQLite.

-- version 4: the time that has passed

-- One row: the last time that a running service noted, in microseconds since 1970 (src/store/store_clock.hpp).
CREATE TABLE clock (
    one INTEGER NOT NULL PRIMARY KEY,
    seen INTEGER NOT NULL
) WITHOUT ROWID;

-- version 5: drafts of requests without history

-- Requests for namespaces that were not submitted yet, and templates that are edited: they expire. `holder` is the
-- address or the token whose drafts are limited together. `request` has what a document of kind "request" has; it is
-- empty if the request was submitted before, and is a document.
CREATE TABLE drafts (
    number INTEGER NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    request TEXT NOT NULL,
    template TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    changed INTEGER NOT NULL
);
CREATE INDEX drafts_changed ON drafts (changed);
CREATE INDEX drafts_holder ON drafts (holder);

-- One row: the last number of a request, so that none is used twice.
CREATE TABLE draft_numbers (
    one INTEGER NOT NULL PRIMARY KEY,
    last INTEGER NOT NULL
) WITHOUT ROWID;

-- version 6: names by state

-- The first byte of a name record is the state of the name. Lists of the names in one state read no others.
CREATE INDEX names_state ON names (substr(record, 1, 1), key);

-- version 7: notifications about registration requests

-- The events of submitted requests: one row for each but comments. `number` is that of the event, `body` is the text
-- that webhooks deliver, which anyone may see; `who` is its author, for holders of a token.
CREATE TABLE notices (
    number INTEGER NOT NULL PRIMARY KEY,
    request INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    body TEXT NOT NULL
);

-- The webhooks that have not ended; their documents have what is shown of them. The secret is the key of the signature,
-- so it is stored as it is. `holder` delivers to the webhook, and until `until` no other process does.
CREATE TABLE webhooks (
    webhook TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    actions TEXT NOT NULL,
    secret TEXT NOT NULL,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;

-- The queue. `due` is when a waiting delivery is attempted next; of others, when they ended.
CREATE TABLE webhook_deliveries (
    webhook TEXT NOT NULL,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    state TEXT NOT NULL,
    due INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    status INTEGER NOT NULL,
    says TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (webhook, number)
) WITHOUT ROWID;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, due);

-- version 8: lists that are uploaded

-- Lists of names that were uploaded by a page, until they expire: no history. `holder` is the principal that uploaded it,
-- and `who` what it was permitted then, as JSON. `worker` checks or imports the list, and until `until` no other process
-- does.
CREATE TABLE lists (
    list TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    who TEXT NOT NULL,
    title TEXT NOT NULL,
    format TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    columns TEXT NOT NULL,
    state TEXT NOT NULL,
    counts TEXT NOT NULL,
    says TEXT NOT NULL,
    changed INTEGER NOT NULL,
    worker TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lists_holder ON lists (holder, changed);
CREATE INDEX lists_state ON lists (state);

CREATE TABLE list_parts (
    list TEXT NOT NULL,
    part INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (list, part)
);

-- The result of each line, or the one that an import would have. `says` is empty for lines that are in order.
CREATE TABLE list_results (
    list TEXT NOT NULL,
    line INTEGER NOT NULL,
    result TEXT NOT NULL,
    name TEXT NOT NULL,
    says TEXT NOT NULL,
    PRIMARY KEY (list, line)
) WITHOUT ROWID;
CREATE INDEX list_results_says ON list_results (list, line) WHERE says <> '';

-- version 9: sessions of the pages

-- Who is signed in by a browser: no history. `secret` is the SHA-256 of what the browser's cookie has, `session` what
-- pages call the session, `token` the id of the token that it was made with. It ends by `made` or `used`, with the token,
-- or when the row is deleted.
CREATE TABLE sessions (
    secret TEXT NOT NULL PRIMARY KEY,
    session TEXT NOT NULL,
    token TEXT NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER NOT NULL,
    agent TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_token ON sessions (token, made);
CREATE INDEX sessions_used ON sessions (used);

-- version 10: what administrators see

-- Sums of `statistics`, which has a row for each prefix: `nid` is "+" for all namespaces, `outcome` is empty for all
-- outcomes.
CREATE TABLE resolution_days (
    day INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    nid TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (nid, day, outcome)
) WITHOUT ROWID;
CREATE INDEX resolution_days_by_namespace ON resolution_days (day, nid, count) WHERE outcome = '';
INSERT INTO resolution_days (day, outcome, nid, count)
    SELECT day, outcome, nid, sum(count) FROM statistics GROUP BY day, outcome, nid
    UNION ALL SELECT day, '', nid, sum(count) FROM statistics GROUP BY day, nid
    UNION ALL SELECT day, outcome, '+', sum(count) FROM statistics GROUP BY day, outcome
    UNION ALL SELECT day, '', '+', sum(count) FROM statistics GROUP BY day;

-- Resolutions per day whose request states a country; `nid` is "+" for all namespaces.
CREATE TABLE country_days (
    day INTEGER NOT NULL,
    nid TEXT NOT NULL,
    country TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (nid, day, country)
) WITHOUT ROWID;

-- Responses by their duration. `at` is the number of the hour or day (`span`) since 1970, `bucket` that of the histogram
-- in /metrics.
CREATE TABLE latencies (
    span TEXT NOT NULL,
    route TEXT NOT NULL,
    at INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (span, route, at, bucket)
) WITHOUT ROWID;

-- The host of a locator (NULL: not known yet; empty: a delegation), and a name that has the locator.
ALTER TABLE health ADD COLUMN host TEXT;
ALTER TABLE health ADD COLUMN name TEXT NOT NULL DEFAULT '';
CREATE INDEX health_host ON health (host, url);
CREATE INDEX health_host_trouble ON health (host, url) WHERE state <> 'alive';
CREATE INDEX health_unplaced ON health (url) WHERE host IS NULL;

-- The number of locators of each host that were checked, and the numbers of those that fail and that are dead.
CREATE TABLE link_host_counts (
    host TEXT NOT NULL PRIMARY KEY,
    links INTEGER NOT NULL,
    failing INTEGER NOT NULL,
    dead INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX link_host_counts_dead ON link_host_counts (dead, failing, host);

-- The decision of an administrator about a host: `rule` is "paused" (until `until`), "ignored", or empty. Locators that
-- were checked before `asked` are to be checked now.
CREATE TABLE link_host_rules (
    host TEXT NOT NULL PRIMARY KEY,
    rule TEXT NOT NULL,
    until INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    who TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;

-- Verifications of the history, the last ones. While one runs, its process extends `until`.
CREATE TABLE verifications (
    run TEXT NOT NULL PRIMARY KEY,
    started INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    state TEXT NOT NULL,
    who TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    events INTEGER NOT NULL,
    names INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    head TEXT NOT NULL,
    found INTEGER NOT NULL,
    findings TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX verifications_started ON verifications (started, run);

-- Imports that are streamed now, as long as their process extends `until`.
CREATE TABLE imports (
    import TEXT NOT NULL PRIMARY KEY,
    who TEXT NOT NULL,
    title TEXT NOT NULL,
    format TEXT NOT NULL,
    dry_run INTEGER NOT NULL,
    state TEXT NOT NULL,
    counts TEXT NOT NULL,
    started INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lists_changed ON lists (changed, list);

-- An index of the history: the events that are decisions of people, up to that of decisions_until.
CREATE TABLE decisions (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    area TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    action TEXT NOT NULL,
    who TEXT NOT NULL
);
CREATE INDEX decisions_area ON decisions (area, number);
CREATE INDEX decisions_who ON decisions (who, number);
CREATE INDEX decisions_area_who ON decisions (area, who, number);
CREATE TABLE decisions_until (
    one INTEGER NOT NULL PRIMARY KEY,
    event INTEGER NOT NULL
) WITHOUT ROWID;

-- version 11: since when notices are complete

-- The events after this one have their notices; what happened before version 7 has none. No row: all events have them.
CREATE TABLE notices_since (
    one INTEGER NOT NULL PRIMARY KEY,
    event INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO notices_since (one, event)
    SELECT 1, COALESCE((SELECT MIN(number) - 1 FROM notices), MAX(first + count - 1)) FROM history HAVING COUNT(*) > 0;

-- version 12: sign-ins by OpenID Connect that are finished

-- Their states, until `until` in seconds, when no cookie of a browser has them any more: no history.
CREATE TABLE used_states (
    state TEXT NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX used_states_until ON used_states (until);

-- version 13: what nobody has accepted

-- `received`: when somebody unknown submitted the template, in microseconds; 0: it is a draft. `reason` is the text of that
-- submission. `anonymous`: 1 if the row was made without a token; the sizes of all such rows are limited together.
ALTER TABLE drafts ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE drafts ADD COLUMN anonymous INTEGER NOT NULL DEFAULT 0;
-- The holder is an IPv4 address, a network of IPv6 addresses, or the id of a principal ("token:7f3a9c").
UPDATE drafts SET anonymous = 1 WHERE holder LIKE 'net:%' OR holder NOT LIKE '%:%';
CREATE INDEX drafts_received ON drafts (received, number);
CREATE INDEX drafts_anonymous ON drafts (anonymous, bytes);

-- Comments of somebody unknown. `digest` is the SHA-256 of the secret that shows one to its author.
CREATE TABLE received_comments (
    id TEXT NOT NULL PRIMARY KEY,
    request INTEGER NOT NULL,
    holder TEXT NOT NULL,
    digest TEXT NOT NULL,
    comment TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    received INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX received_comments_request ON received_comments (request, received);
CREATE INDEX received_comments_received ON received_comments (received);
CREATE INDEX received_comments_holder ON received_comments (holder, bytes);

-- version 14: what caches in front were told

-- The event up to which a cache in front of the service has purged everything, and its hash in hexadecimal: no history.
CREATE TABLE purges (
    url TEXT NOT NULL PRIMARY KEY,
    event INTEGER NOT NULL,
    hash TEXT NOT NULL
) WITHOUT ROWID;
