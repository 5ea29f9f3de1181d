-- The extension uniform: types uri, iri and urn, and functions for them. docs/guide/postgresql.md describes them.
-- Functions whose result depends on the public suffix list or on the linter's rules are STABLE, all others IMMUTABLE.
\echo Use "CREATE EXTENSION uniform" to load this file. \quit

CREATE FUNCTION uniform_version() RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_version' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- uri: a URI-reference (RFC 3986 4.1), compared by its normal form (6.2.2)
CREATE TYPE uri;
CREATE FUNCTION uri_in(cstring) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_out(uri) RETURNS cstring
    AS 'MODULE_PATHNAME', 'uniform_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_recv(internal) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_send(uri) RETURNS bytea
    AS 'MODULE_PATHNAME', 'uniform_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE uri (INPUT = uri_in, OUTPUT = uri_out, RECEIVE = uri_recv, SEND = uri_send, LIKE = text);

CREATE FUNCTION uri_lt(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_le(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_eq(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_ne(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_ge(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_gt(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_cmp(uri, uri) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_uri_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_hash(uri) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_uri_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_hash_extended(uri, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'uniform_uri_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR < (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR CLASS uri_ops DEFAULT FOR TYPE uri USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 uri_cmp(uri, uri);
CREATE OPERATOR CLASS uri_hash_ops DEFAULT FOR TYPE uri USING hash AS
    OPERATOR 1 =, FUNCTION 1 uri_hash(uri), FUNCTION 2 uri_hash_extended(uri, bigint);

CREATE FUNCTION uri_smaller(uri, uri) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_smaller' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE min(uri) (SFUNC = uri_smaller, STYPE = uri, COMBINEFUNC = uri_smaller, SORTOP = <, PARALLEL = SAFE);
CREATE FUNCTION uri_larger(uri, uri) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_larger' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE max(uri) (SFUNC = uri_larger, STYPE = uri, COMBINEFUNC = uri_larger, SORTOP = >, PARALLEL = SAFE);

CREATE CAST (text AS uri) WITH INOUT AS ASSIGNMENT;
CREATE CAST (uri AS text) WITHOUT FUNCTION AS ASSIGNMENT;

-- Components, by the names of pguri.
CREATE FUNCTION uri_scheme(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_scheme' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_authority(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_authority' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_userinfo(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_userinfo' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_host(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_host' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_path(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_path' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_query(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_query' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_fragment(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_fragment' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_port(uri) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_uri_port' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_host_inet(uri) RETURNS inet
    AS 'MODULE_PATHNAME', 'uniform_uri_host_inet' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_path_array(uri) RETURNS text[]
    AS 'MODULE_PATHNAME', 'uniform_uri_path_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- Normal forms and references.
CREATE FUNCTION uri_normalize(uri) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_normalize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_normalize(uri, level text) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_normalize_at' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_equivalent(a uri, b uri, level text DEFAULT 'syntax') RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_equivalent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_resolve(base uri, reference uri) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_resolve' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_relativize(base uri, target uri) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_relativize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- Parameters of the query.
CREATE FUNCTION uri_parameter(uri, key text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_parameter' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_parameters(uri, OUT "position" integer, OUT key text, OUT value text, OUT raw text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'uniform_parameters' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
CREATE FUNCTION uri_query_json(uri) RETURNS json LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN uri_query($1) IS NOT NULL THEN
        (SELECT coalesce(json_object_agg(key, value ORDER BY "position"), '{}') FROM uri_parameters($1)) END;
CREATE FUNCTION uri_query_jsonb(uri) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN uri_query($1) IS NOT NULL THEN
        (SELECT coalesce(jsonb_object_agg(key, value ORDER BY "position"), '{}') FROM uri_parameters($1)) END;

-- Texts that may be no URI.
CREATE FUNCTION uri_valid(text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_valid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_valid(text, edition text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_valid_by' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_error(text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_error' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_error(text, edition text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_error_by' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_repair(text) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_repair' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION url_href(text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_url_href' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION url_href(text, base text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_url_href_with' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_escape(text, space_to_plus boolean DEFAULT false, normalize_breaks boolean DEFAULT false) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_escape' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_unescape(text, plus_to_space boolean DEFAULT false, break_conversion boolean DEFAULT false) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_unescape' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_find(text, OUT "position" integer, OUT length integer, OUT uri uri) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'uniform_find' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
CREATE FUNCTION uri_lint(text, OUT "position" integer, OUT length integer, OUT rule text, OUT severity text,
    OUT explanation text, OUT section text, OUT safer text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'uniform_lint' LANGUAGE C STABLE STRICT PARALLEL SAFE ROWS 4;
CREATE FUNCTION uri_lint_rules(text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_lint_rules' LANGUAGE C STABLE STRICT PARALLEL SAFE;

-- Domains.
CREATE FUNCTION uri_registrable_domain(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_registrable_domain' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_public_suffix(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_public_suffix' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION idna_to_ascii(text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_idna_to_ascii' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION idna_to_unicode(text) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_idna_to_unicode' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- section: iri
-- iri: an IRI-reference (RFC 3987 2.2), compared by its normal form (5.3.2)
CREATE TYPE iri;
CREATE FUNCTION iri_in(cstring) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_out(iri) RETURNS cstring
    AS 'MODULE_PATHNAME', 'uniform_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_recv(internal) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_send(iri) RETURNS bytea
    AS 'MODULE_PATHNAME', 'uniform_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE iri (INPUT = iri_in, OUTPUT = iri_out, RECEIVE = iri_recv, SEND = iri_send, LIKE = text);

CREATE FUNCTION iri_lt(iri, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_le(iri, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_eq(iri, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_ne(iri, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_ge(iri, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_gt(iri, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_cmp(iri, iri) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_iri_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_hash(iri) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_iri_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_hash_extended(iri, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'uniform_iri_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR < (LEFTARG = iri, RIGHTARG = iri, FUNCTION = iri_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = iri, RIGHTARG = iri, FUNCTION = iri_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = iri, RIGHTARG = iri, FUNCTION = iri_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = iri, RIGHTARG = iri, FUNCTION = iri_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = iri, RIGHTARG = iri, FUNCTION = iri_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = iri, RIGHTARG = iri, FUNCTION = iri_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR CLASS iri_ops DEFAULT FOR TYPE iri USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 iri_cmp(iri, iri);
CREATE OPERATOR CLASS iri_hash_ops DEFAULT FOR TYPE iri USING hash AS
    OPERATOR 1 =, FUNCTION 1 iri_hash(iri), FUNCTION 2 iri_hash_extended(iri, bigint);

CREATE FUNCTION iri_smaller(iri, iri) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_smaller' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE min(iri) (SFUNC = iri_smaller, STYPE = iri, COMBINEFUNC = iri_smaller, SORTOP = <, PARALLEL = SAFE);
CREATE FUNCTION iri_larger(iri, iri) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_larger' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE max(iri) (SFUNC = iri_larger, STYPE = iri, COMBINEFUNC = iri_larger, SORTOP = >, PARALLEL = SAFE);

CREATE CAST (text AS iri) WITH INOUT AS ASSIGNMENT;
CREATE CAST (iri AS text) WITHOUT FUNCTION AS ASSIGNMENT;

CREATE FUNCTION iri_scheme(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_scheme' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_authority(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_authority' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_userinfo(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_userinfo' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_host(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_host' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_path(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_path' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_query(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_query' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_fragment(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_iri_fragment' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_port(iri) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_iri_port' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_normalize(iri) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_normalize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_resolve(base iri, reference iri) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_resolve' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_to_uri(iri) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_iri_to_uri' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_to_iri(uri) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_uri_to_iri' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_registrable_domain(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_registrable_domain' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION iri_public_suffix(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_public_suffix' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE CAST (uri AS iri) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (iri AS uri) WITH FUNCTION iri_to_uri(iri);

-- section: urn
-- urn: a URN (RFC 8141 2), compared by URN-equivalence (3.1): without its r-, q- and f-component
CREATE TYPE urn;
CREATE FUNCTION urn_in(cstring) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_out(urn) RETURNS cstring
    AS 'MODULE_PATHNAME', 'uniform_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_recv(internal) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_send(urn) RETURNS bytea
    AS 'MODULE_PATHNAME', 'uniform_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE urn (INPUT = urn_in, OUTPUT = urn_out, RECEIVE = urn_recv, SEND = urn_send, LIKE = text);

CREATE FUNCTION urn_lt(urn, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_le(urn, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_eq(urn, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_ne(urn, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_ge(urn, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_gt(urn, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_cmp(urn, urn) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_urn_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_hash(urn) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_urn_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_hash_extended(urn, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'uniform_urn_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR < (LEFTARG = urn, RIGHTARG = urn, FUNCTION = urn_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = urn, RIGHTARG = urn, FUNCTION = urn_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = urn, RIGHTARG = urn, FUNCTION = urn_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = urn, RIGHTARG = urn, FUNCTION = urn_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = urn, RIGHTARG = urn, FUNCTION = urn_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = urn, RIGHTARG = urn, FUNCTION = urn_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR CLASS urn_ops DEFAULT FOR TYPE urn USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 urn_cmp(urn, urn);
CREATE OPERATOR CLASS urn_hash_ops DEFAULT FOR TYPE urn USING hash AS
    OPERATOR 1 =, FUNCTION 1 urn_hash(urn), FUNCTION 2 urn_hash_extended(urn, bigint);

CREATE FUNCTION urn_smaller(urn, urn) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_smaller' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE min(urn) (SFUNC = urn_smaller, STYPE = urn, COMBINEFUNC = urn_smaller, SORTOP = <, PARALLEL = SAFE);
CREATE FUNCTION urn_larger(urn, urn) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_larger' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE max(urn) (SFUNC = urn_larger, STYPE = urn, COMBINEFUNC = urn_larger, SORTOP = >, PARALLEL = SAFE);

CREATE CAST (text AS urn) WITH INOUT AS ASSIGNMENT;
CREATE CAST (urn AS text) WITHOUT FUNCTION AS ASSIGNMENT;

CREATE FUNCTION urn_nid(urn) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_urn_nid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_nss(urn) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_urn_nss' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_r_component(urn) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_urn_r_component' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_q_component(urn) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_urn_q_component' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_f_component(urn) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_urn_f_component' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_normalize(urn) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_normalize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_namespace_normalize(urn) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_namespace_normalize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_check(urn) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_urn_check' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_namespace_valid(urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_namespace_valid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION urn_valid(text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN uri_valid($1, 'rfc8141');
CREATE FUNCTION urn_error(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN uri_error($1, 'rfc8141');
CREATE CAST (urn AS uri) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (uri AS urn) WITH INOUT;

-- The descriptions that \df+ and \dT+ show.
COMMENT ON TYPE uri IS 'a URI-reference (RFC 3986 4.1)';
COMMENT ON TYPE iri IS 'an IRI-reference (RFC 3987 2.2)';
COMMENT ON TYPE urn IS 'a URN (RFC 8141 2)';
COMMENT ON FUNCTION uniform_version() IS 'the version of the library';
COMMENT ON FUNCTION uri_scheme(uri) IS 'the scheme as written';
COMMENT ON FUNCTION uri_authority(uri) IS 'the authority as written';
COMMENT ON FUNCTION uri_userinfo(uri) IS 'the userinfo as written';
COMMENT ON FUNCTION uri_host(uri) IS 'the host as written, an IP literal with brackets';
COMMENT ON FUNCTION uri_path(uri) IS 'the path as written';
COMMENT ON FUNCTION uri_query(uri) IS 'the query as written';
COMMENT ON FUNCTION uri_fragment(uri) IS 'the fragment as written';
COMMENT ON FUNCTION uri_port(uri) IS 'the port; NULL if absent, empty or above 65535';
COMMENT ON FUNCTION uri_registrable_domain(uri) IS 'the registrable domain in lower case and with A-labels, by the Public Suffix List';
COMMENT ON FUNCTION uri_public_suffix(uri) IS 'the public suffix of the host';
COMMENT ON FUNCTION iri_scheme(iri) IS 'the scheme as written';
COMMENT ON FUNCTION iri_authority(iri) IS 'the authority as written';
COMMENT ON FUNCTION iri_userinfo(iri) IS 'the userinfo as written';
COMMENT ON FUNCTION iri_host(iri) IS 'the host as written, an IP literal with brackets';
COMMENT ON FUNCTION iri_path(iri) IS 'the path as written';
COMMENT ON FUNCTION iri_query(iri) IS 'the query as written';
COMMENT ON FUNCTION iri_fragment(iri) IS 'the fragment as written';
COMMENT ON FUNCTION iri_port(iri) IS 'the port; NULL if absent, empty or above 65535';
COMMENT ON FUNCTION iri_registrable_domain(iri) IS 'the registrable domain in lower case and with A-labels, by the Public Suffix List';
COMMENT ON FUNCTION iri_public_suffix(iri) IS 'the public suffix of the host';
COMMENT ON FUNCTION uri_host_inet(uri) IS 'the host, if it is an IP address';
COMMENT ON FUNCTION uri_path_array(uri) IS 'the segments of the path';
COMMENT ON FUNCTION uri_normalize(uri) IS 'the normal form (RFC 3986 6.2.2)';
COMMENT ON FUNCTION uri_normalize(uri, text) IS 'the normal form at a level (RFC 3986 6.2)';
COMMENT ON FUNCTION uri_equivalent(uri, uri, text) IS 'whether the normal forms at a level are the same';
COMMENT ON FUNCTION uri_resolve(uri, uri) IS 'the target of a reference (RFC 3986 5.2)';
COMMENT ON FUNCTION uri_relativize(uri, uri) IS 'the shortest reference to a target';
COMMENT ON FUNCTION uri_parameter(uri, text) IS 'the first value of a key of the query, decoded';
COMMENT ON FUNCTION uri_parameters(uri) IS 'the parameters of the query';
COMMENT ON FUNCTION uri_query_json(uri) IS 'the parameters of the query as an object';
COMMENT ON FUNCTION uri_query_jsonb(uri) IS 'the parameters of the query as an object';
COMMENT ON FUNCTION uri_valid(text) IS 'whether the text is a URI-reference';
COMMENT ON FUNCTION uri_valid(text, text) IS 'whether the text is valid by an edition';
COMMENT ON FUNCTION uri_error(text) IS 'why the text is no URI-reference';
COMMENT ON FUNCTION uri_error(text, text) IS 'why the text is not valid by an edition';
COMMENT ON FUNCTION uri_repair(text) IS 'the URI that the text stands for';
COMMENT ON FUNCTION url_href(text) IS 'the URL that a browser makes of the text';
COMMENT ON FUNCTION url_href(text, text) IS 'the URL that a browser makes of the text at a base';
COMMENT ON FUNCTION uri_escape(text, boolean, boolean) IS 'percent-encodes all but unreserved characters';
COMMENT ON FUNCTION uri_unescape(text, boolean, boolean) IS 'decodes percent-encoding';
COMMENT ON FUNCTION uri_find(text) IS 'the URIs in a text';
COMMENT ON FUNCTION uri_lint(text) IS 'what may mislead or harm';
COMMENT ON FUNCTION uri_lint_rules(text) IS 'the names of the checks that fire';
COMMENT ON FUNCTION idna_to_ascii(text) IS 'the host name with A-labels (UTS 46)';
COMMENT ON FUNCTION idna_to_unicode(text) IS 'the host name with U-labels (UTS 46)';
COMMENT ON FUNCTION iri_normalize(iri) IS 'the normal form (RFC 3987 5.3.2)';
COMMENT ON FUNCTION iri_resolve(iri, iri) IS 'the target of a reference (RFC 3987 6.5)';
COMMENT ON FUNCTION iri_to_uri(iri) IS 'the URI of an IRI (RFC 3987 3.1)';
COMMENT ON FUNCTION uri_to_iri(uri) IS 'the IRI of a URI (RFC 3987 3.2)';
COMMENT ON FUNCTION urn_nid(urn) IS 'the namespace identifier';
COMMENT ON FUNCTION urn_nss(urn) IS 'the namespace-specific string';
COMMENT ON FUNCTION urn_r_component(urn) IS 'the r-component';
COMMENT ON FUNCTION urn_q_component(urn) IS 'the q-component';
COMMENT ON FUNCTION urn_f_component(urn) IS 'the f-component';
COMMENT ON FUNCTION urn_normalize(urn) IS 'the normal form (RFC 8141 3.1)';
COMMENT ON FUNCTION urn_namespace_normalize(urn) IS 'the normal form by the rules of the namespace';
COMMENT ON FUNCTION urn_check(urn) IS 'of the check characters: correct, incorrect, unchecked, none';
COMMENT ON FUNCTION urn_namespace_valid(urn) IS 'whether the NSS is one of its namespace';
COMMENT ON FUNCTION urn_valid(text) IS 'whether the text is a URN';
COMMENT ON FUNCTION urn_error(text) IS 'why the text is no URN';
