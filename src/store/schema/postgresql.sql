-- The tables of a store in PostgreSQL. sqlite.sql has the same for SQLite, and explains the tables and how to change
-- them.
--
-- Texts are compared by their bytes, as in SQLite: COLLATE "C".

-- version 1: names, documents, history, operation

CREATE TABLE schema_version (
    version BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

CREATE TABLE names (
    key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    event BIGINT NOT NULL,
    record BYTEA NOT NULL
);

CREATE TABLE documents (
    kind TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    event BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, id)
);

CREATE TABLE history (
    first BIGINT NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL,
    head BYTEA NOT NULL,
    events BYTEA NOT NULL
);

CREATE TABLE answers (
    client TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    request BYTEA NOT NULL,
    answer BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (client, key)
);
CREATE INDEX answers_at ON answers (at);

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

CREATE TABLE statistics (
    day BIGINT NOT NULL,
    nid TEXT COLLATE "C" NOT NULL,
    prefix TEXT COLLATE "C" NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, nid, prefix, outcome)
);

CREATE TABLE unknown_names (
    day BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, key)
);
CREATE INDEX unknown_names_count ON unknown_names (day, count);

CREATE TABLE health (
    url TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    state TEXT COLLATE "C" NOT NULL,
    since BIGINT NOT NULL,
    checked BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    status BIGINT NOT NULL,
    media_type TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    says TEXT COLLATE "C" NOT NULL
);
CREATE INDEX health_checked ON health (checked);

-- version 2: several link checkers on one store

CREATE TABLE link_hosts (
    host TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
);

CREATE TABLE link_changes (
    one BIGINT NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL
);
CREATE INDEX health_dead ON health (url) WHERE state = 'dead';

-- version 3: no notifications

-- Versions 1 and 2 once notified at each commit, which was an eighth of the time of a single commit. Caches poll
-- instead.
DROP TRIGGER IF EXISTS history_notifies ON history;
DROP FUNCTION IF EXISTS uniform_notify();

-- version 4: the time that has passed

CREATE TABLE clock (
    one BIGINT NOT NULL PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- version 5: drafts of requests without history

CREATE TABLE drafts (
    number BIGINT NOT NULL PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL,
    request TEXT COLLATE "C" NOT NULL,
    template TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    changed BIGINT NOT NULL
);
CREATE INDEX drafts_changed ON drafts (changed);
CREATE INDEX drafts_holder ON drafts (holder);

CREATE TABLE draft_numbers (
    one BIGINT NOT NULL PRIMARY KEY,
    last BIGINT NOT NULL
);

-- version 6: names by state

-- The first byte of a name record is the state of the name. Lists of the names in one state read no others.
CREATE INDEX names_state ON names (substr(record, 1, 1), key);

-- version 7: notifications about registration requests

CREATE TABLE notices (
    number BIGINT NOT NULL PRIMARY KEY,
    request BIGINT NOT NULL,
    at BIGINT NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);

CREATE TABLE webhooks (
    webhook TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    url TEXT COLLATE "C" NOT NULL,
    actions TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
);

CREATE TABLE webhook_deliveries (
    webhook TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    due BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    status BIGINT NOT NULL,
    says TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (webhook, number)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, due);

-- version 8: lists that are uploaded

CREATE TABLE lists (
    list TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    format TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    lines BIGINT NOT NULL,
    columns TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    counts TEXT COLLATE "C" NOT NULL,
    says TEXT COLLATE "C" NOT NULL,
    changed BIGINT NOT NULL,
    worker TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX lists_holder ON lists (holder, changed);
CREATE INDEX lists_state ON lists (state);

CREATE TABLE list_parts (
    list TEXT COLLATE "C" NOT NULL,
    part BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (list, part)
);

CREATE TABLE list_results (
    list TEXT COLLATE "C" NOT NULL,
    line BIGINT NOT NULL,
    result TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    says TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (list, line)
);
CREATE INDEX list_results_says ON list_results (list, line) WHERE says <> '';

-- version 9: sessions of the pages

CREATE TABLE sessions (
    secret TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    session TEXT COLLATE "C" NOT NULL,
    token TEXT COLLATE "C" NOT NULL,
    made BIGINT NOT NULL,
    used BIGINT NOT NULL,
    agent TEXT COLLATE "C" NOT NULL
);
CREATE INDEX sessions_token ON sessions (token, made);
CREATE INDEX sessions_used ON sessions (used);

-- version 10: what administrators see

CREATE TABLE resolution_days (
    day BIGINT NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    nid TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (nid, day, outcome)
);
CREATE INDEX resolution_days_by_namespace ON resolution_days (day, nid, count) WHERE outcome = '';
INSERT INTO resolution_days (day, outcome, nid, count)
    SELECT day, outcome, nid, CAST(sum(count) AS BIGINT) FROM statistics GROUP BY day, outcome, nid
    UNION ALL SELECT day, '', nid, CAST(sum(count) AS BIGINT) FROM statistics GROUP BY day, nid
    UNION ALL SELECT day, outcome, '+', CAST(sum(count) AS BIGINT) FROM statistics GROUP BY day, outcome
    UNION ALL SELECT day, '', '+', CAST(sum(count) AS BIGINT) FROM statistics GROUP BY day;

CREATE TABLE country_days (
    day BIGINT NOT NULL,
    nid TEXT COLLATE "C" NOT NULL,
    country TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (nid, day, country)
);

CREATE TABLE latencies (
    span TEXT COLLATE "C" NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    bucket BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (span, route, at, bucket)
);

ALTER TABLE health ADD COLUMN host TEXT COLLATE "C";
ALTER TABLE health ADD COLUMN name TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX health_host ON health (host, url);
CREATE INDEX health_host_trouble ON health (host, url) WHERE state <> 'alive';
CREATE INDEX health_unplaced ON health (url) WHERE host IS NULL;

CREATE TABLE link_host_counts (
    host TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    links BIGINT NOT NULL,
    failing BIGINT NOT NULL,
    dead BIGINT NOT NULL
);
CREATE INDEX link_host_counts_dead ON link_host_counts (dead, failing, host);

CREATE TABLE link_host_rules (
    host TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    rule TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL
);

CREATE TABLE verifications (
    run TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    started BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    events BIGINT NOT NULL,
    names BIGINT NOT NULL,
    documents BIGINT NOT NULL,
    head TEXT COLLATE "C" NOT NULL,
    found BIGINT NOT NULL,
    findings TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX verifications_started ON verifications (started, run);

CREATE TABLE imports (
    import TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    who TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    format TEXT COLLATE "C" NOT NULL,
    dry_run BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    counts TEXT COLLATE "C" NOT NULL,
    started BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX lists_changed ON lists (changed, list);

CREATE TABLE decisions (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    area TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    who TEXT COLLATE "C" NOT NULL
);
CREATE INDEX decisions_area ON decisions (area, number);
CREATE INDEX decisions_who ON decisions (who, number);
CREATE INDEX decisions_area_who ON decisions (area, who, number);
CREATE TABLE decisions_until (
    one BIGINT NOT NULL PRIMARY KEY,
    event BIGINT NOT NULL
);

-- version 11: since when notices are complete

CREATE TABLE notices_since (
    one BIGINT NOT NULL PRIMARY KEY,
    event BIGINT NOT NULL
);
INSERT INTO notices_since (one, event)
    SELECT 1, COALESCE((SELECT MIN(number) - 1 FROM notices), MAX(first + count - 1)) FROM history HAVING COUNT(*) > 0;

-- version 12: sign-ins by OpenID Connect that are finished

CREATE TABLE used_states (
    state TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);
CREATE INDEX used_states_until ON used_states (until);

-- version 13: what nobody has accepted

ALTER TABLE drafts ADD COLUMN received BIGINT NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN reason TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE drafts ADD COLUMN anonymous BIGINT NOT NULL DEFAULT 0;
UPDATE drafts SET anonymous = 1 WHERE holder LIKE 'net:%' OR holder NOT LIKE '%:%';
CREATE INDEX drafts_received ON drafts (received, number);
CREATE INDEX drafts_anonymous ON drafts (anonymous, bytes);

CREATE TABLE received_comments (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    request BIGINT NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    comment TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    received BIGINT NOT NULL
);
CREATE INDEX received_comments_request ON received_comments (request, received);
CREATE INDEX received_comments_received ON received_comments (received);
CREATE INDEX received_comments_holder ON received_comments (holder, bytes);

-- version 14: what caches in front were told

CREATE TABLE purges (
    url TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    event BIGINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL
);
