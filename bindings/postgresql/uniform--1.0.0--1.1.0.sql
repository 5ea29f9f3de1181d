-- Version 1.1.0 of the extension uniform: what 1.0.0 has, and texts beside the types, patterns, containment, further kinds of
-- indexes, and costs. CREATE EXTENSION runs the script of 1.0.0 and then this one. docs/guide/postgresql.md describes it.
\echo Use "ALTER EXTENSION uniform UPDATE TO '1.1.0'" to load this file. \quit

-- A text as a value of a type, or NULL.
CREATE FUNCTION uri_try(text) RETURNS uri
    AS 'MODULE_PATHNAME', 'uniform_uri_try' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION iri_try(text) RETURNS iri
    AS 'MODULE_PATHNAME', 'uniform_iri_try' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION urn_try(text) RETURNS urn
    AS 'MODULE_PATHNAME', 'uniform_urn_try' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- A value of a type and a text, as drivers send parameters: the text is compared by its normal form, and one that is not of the
-- type is equal to none of it. =%=, =@= and =#= compare two texts in the same way, which the planner needs to hash texts.
CREATE FUNCTION uri_text_lt(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_le(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_eq(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_ne(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_ge(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_gt(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_uri_lt(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_uri_le(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_uri_eq(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_uri_ne(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_uri_ge(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_uri_gt(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_cmp(uri, text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_uri_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_texts_cmp(text, text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_uri_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_texts_eq(text, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_hash(text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_uri_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION uri_text_hash_extended(text, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'uniform_uri_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE OPERATOR < (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR < (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR =%= (LEFTARG = text, RIGHTARG = text, FUNCTION = uri_texts_eq, COMMUTATOR = =%=, RESTRICT = eqsel,
    JOIN = eqjoinsel, HASHES);
ALTER OPERATOR FAMILY uri_ops USING btree ADD
    OPERATOR 1 < (uri, text), OPERATOR 2 <= (uri, text), OPERATOR 3 = (uri, text), OPERATOR 4 >= (uri, text), OPERATOR 5 > (uri, text),
    FUNCTION 1 (uri, text) uri_text_cmp(uri, text), FUNCTION 1 (text, text) uri_texts_cmp(text, text);
ALTER OPERATOR FAMILY uri_hash_ops USING hash ADD
    OPERATOR 1 = (uri, text), OPERATOR 1 = (text, uri), OPERATOR 1 =%= (text, text),
    FUNCTION 1 (text, text) uri_text_hash(text), FUNCTION 2 (text, text) uri_text_hash_extended(text, bigint);
CREATE FUNCTION iri_text_lt(iri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_le(iri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_eq(iri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_ne(iri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_ge(iri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_gt(iri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_iri_lt(text, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_iri_le(text, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_iri_eq(text, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_iri_ne(text, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_iri_ge(text, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_iri_gt(text, iri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_cmp(iri, text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_iri_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_texts_cmp(text, text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_iri_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_texts_eq(text, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_iri_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_hash(text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_iri_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION iri_text_hash_extended(text, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'uniform_iri_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE OPERATOR < (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_text_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_text_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_text_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_text_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_text_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_text_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR < (LEFTARG = text, RIGHTARG = iri, FUNCTION = text_iri_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = text, RIGHTARG = iri, FUNCTION = text_iri_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = text, RIGHTARG = iri, FUNCTION = text_iri_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = text, RIGHTARG = iri, FUNCTION = text_iri_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = text, RIGHTARG = iri, FUNCTION = text_iri_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = text, RIGHTARG = iri, FUNCTION = text_iri_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR =@= (LEFTARG = text, RIGHTARG = text, FUNCTION = iri_texts_eq, COMMUTATOR = =@=, RESTRICT = eqsel,
    JOIN = eqjoinsel, HASHES);
ALTER OPERATOR FAMILY iri_ops USING btree ADD
    OPERATOR 1 < (iri, text), OPERATOR 2 <= (iri, text), OPERATOR 3 = (iri, text), OPERATOR 4 >= (iri, text), OPERATOR 5 > (iri, text),
    FUNCTION 1 (iri, text) iri_text_cmp(iri, text), FUNCTION 1 (text, text) iri_texts_cmp(text, text);
ALTER OPERATOR FAMILY iri_hash_ops USING hash ADD
    OPERATOR 1 = (iri, text), OPERATOR 1 = (text, iri), OPERATOR 1 =@= (text, text),
    FUNCTION 1 (text, text) iri_text_hash(text), FUNCTION 2 (text, text) iri_text_hash_extended(text, bigint);
CREATE FUNCTION urn_text_lt(urn, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_le(urn, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_eq(urn, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_ne(urn, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_ge(urn, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_gt(urn, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_urn_lt(text, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_lt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_urn_le(text, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_le' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_urn_eq(text, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_urn_ne(text, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_urn_ge(text, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_ge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION text_urn_gt(text, urn) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_gt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_cmp(urn, text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_urn_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_texts_cmp(text, text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_urn_cmp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_texts_eq(text, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_urn_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_hash(text) RETURNS integer
    AS 'MODULE_PATHNAME', 'uniform_urn_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION urn_text_hash_extended(text, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME', 'uniform_urn_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE OPERATOR < (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_text_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_text_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_text_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_text_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_text_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_text_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR < (LEFTARG = text, RIGHTARG = urn, FUNCTION = text_urn_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (LEFTARG = text, RIGHTARG = urn, FUNCTION = text_urn_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (LEFTARG = text, RIGHTARG = urn, FUNCTION = text_urn_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR <> (LEFTARG = text, RIGHTARG = urn, FUNCTION = text_urn_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (LEFTARG = text, RIGHTARG = urn, FUNCTION = text_urn_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (LEFTARG = text, RIGHTARG = urn, FUNCTION = text_urn_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel);
CREATE OPERATOR =#= (LEFTARG = text, RIGHTARG = text, FUNCTION = urn_texts_eq, COMMUTATOR = =#=, RESTRICT = eqsel,
    JOIN = eqjoinsel, HASHES);
ALTER OPERATOR FAMILY urn_ops USING btree ADD
    OPERATOR 1 < (urn, text), OPERATOR 2 <= (urn, text), OPERATOR 3 = (urn, text), OPERATOR 4 >= (urn, text), OPERATOR 5 > (urn, text),
    FUNCTION 1 (urn, text) urn_text_cmp(urn, text), FUNCTION 1 (text, text) urn_texts_cmp(text, text);
ALTER OPERATOR FAMILY urn_hash_ops USING hash ADD
    OPERATOR 1 = (urn, text), OPERATOR 1 = (text, urn), OPERATOR 1 =#= (text, text),
    FUNCTION 1 (text, text) urn_text_hash(text), FUNCTION 2 (text, text) urn_text_hash_extended(text, bigint);

-- Patterns match the text as it was written. The planner puts the bodies in place of these, so that an index over url::text serves
-- them.
CREATE FUNCTION uri_like(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text LIKE $2;
CREATE FUNCTION uri_nlike(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text NOT LIKE $2;
CREATE FUNCTION uri_iclike(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ILIKE $2;
CREATE FUNCTION uri_icnlike(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text NOT ILIKE $2;
CREATE FUNCTION uri_regexeq(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ~ $2;
CREATE FUNCTION uri_regexne(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text !~ $2;
CREATE FUNCTION uri_icregexeq(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ~* $2;
CREATE FUNCTION uri_icregexne(uri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text !~* $2;
CREATE OPERATOR ~~ (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_like, NEGATOR = !~~, RESTRICT = likesel,
    JOIN = likejoinsel);
CREATE OPERATOR !~~ (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_nlike, NEGATOR = ~~, RESTRICT = nlikesel,
    JOIN = nlikejoinsel);
CREATE OPERATOR ~~* (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_iclike, NEGATOR = !~~*, RESTRICT = iclikesel,
    JOIN = iclikejoinsel);
CREATE OPERATOR !~~* (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_icnlike, NEGATOR = ~~*, RESTRICT = icnlikesel,
    JOIN = icnlikejoinsel);
CREATE OPERATOR ~ (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_regexeq, NEGATOR = !~, RESTRICT = regexeqsel,
    JOIN = regexeqjoinsel);
CREATE OPERATOR !~ (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_regexne, NEGATOR = ~, RESTRICT = regexnesel,
    JOIN = regexnejoinsel);
CREATE OPERATOR ~* (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_icregexeq, NEGATOR = !~*, RESTRICT = icregexeqsel,
    JOIN = icregexeqjoinsel);
CREATE OPERATOR !~* (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_icregexne, NEGATOR = ~*, RESTRICT = icregexnesel,
    JOIN = icregexnejoinsel);
CREATE FUNCTION iri_like(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text LIKE $2;
CREATE FUNCTION iri_nlike(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text NOT LIKE $2;
CREATE FUNCTION iri_iclike(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ILIKE $2;
CREATE FUNCTION iri_icnlike(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text NOT ILIKE $2;
CREATE FUNCTION iri_regexeq(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ~ $2;
CREATE FUNCTION iri_regexne(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text !~ $2;
CREATE FUNCTION iri_icregexeq(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ~* $2;
CREATE FUNCTION iri_icregexne(iri, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text !~* $2;
CREATE OPERATOR ~~ (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_like, NEGATOR = !~~, RESTRICT = likesel,
    JOIN = likejoinsel);
CREATE OPERATOR !~~ (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_nlike, NEGATOR = ~~, RESTRICT = nlikesel,
    JOIN = nlikejoinsel);
CREATE OPERATOR ~~* (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_iclike, NEGATOR = !~~*, RESTRICT = iclikesel,
    JOIN = iclikejoinsel);
CREATE OPERATOR !~~* (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_icnlike, NEGATOR = ~~*, RESTRICT = icnlikesel,
    JOIN = icnlikejoinsel);
CREATE OPERATOR ~ (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_regexeq, NEGATOR = !~, RESTRICT = regexeqsel,
    JOIN = regexeqjoinsel);
CREATE OPERATOR !~ (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_regexne, NEGATOR = ~, RESTRICT = regexnesel,
    JOIN = regexnejoinsel);
CREATE OPERATOR ~* (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_icregexeq, NEGATOR = !~*, RESTRICT = icregexeqsel,
    JOIN = icregexeqjoinsel);
CREATE OPERATOR !~* (LEFTARG = iri, RIGHTARG = text, FUNCTION = iri_icregexne, NEGATOR = ~*, RESTRICT = icregexnesel,
    JOIN = icregexnejoinsel);
CREATE FUNCTION urn_like(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text LIKE $2;
CREATE FUNCTION urn_nlike(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text NOT LIKE $2;
CREATE FUNCTION urn_iclike(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ILIKE $2;
CREATE FUNCTION urn_icnlike(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text NOT ILIKE $2;
CREATE FUNCTION urn_regexeq(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ~ $2;
CREATE FUNCTION urn_regexne(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text !~ $2;
CREATE FUNCTION urn_icregexeq(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text ~* $2;
CREATE FUNCTION urn_icregexne(urn, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN $1::text !~* $2;
CREATE OPERATOR ~~ (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_like, NEGATOR = !~~, RESTRICT = likesel,
    JOIN = likejoinsel);
CREATE OPERATOR !~~ (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_nlike, NEGATOR = ~~, RESTRICT = nlikesel,
    JOIN = nlikejoinsel);
CREATE OPERATOR ~~* (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_iclike, NEGATOR = !~~*, RESTRICT = iclikesel,
    JOIN = iclikejoinsel);
CREATE OPERATOR !~~* (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_icnlike, NEGATOR = ~~*, RESTRICT = icnlikesel,
    JOIN = icnlikejoinsel);
CREATE OPERATOR ~ (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_regexeq, NEGATOR = !~, RESTRICT = regexeqsel,
    JOIN = regexeqjoinsel);
CREATE OPERATOR !~ (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_regexne, NEGATOR = ~, RESTRICT = regexnesel,
    JOIN = regexnejoinsel);
CREATE OPERATOR ~* (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_icregexeq, NEGATOR = !~*, RESTRICT = icregexeqsel,
    JOIN = icregexeqjoinsel);
CREATE OPERATOR !~* (LEFTARG = urn, RIGHTARG = text, FUNCTION = urn_icregexne, NEGATOR = ~*, RESTRICT = icregexnesel,
    JOIN = icregexnejoinsel);

-- The texts of a group, by what PostgreSQL does for texts.
CREATE FUNCTION uri_string_agg_transfn(internal, uri, text) RETURNS internal
    AS 'string_agg_transfn' LANGUAGE internal IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE string_agg(uri, text) (SFUNC = uri_string_agg_transfn, STYPE = internal, FINALFUNC = string_agg_finalfn,
    PARALLEL = SAFE);
CREATE FUNCTION iri_string_agg_transfn(internal, iri, text) RETURNS internal
    AS 'string_agg_transfn' LANGUAGE internal IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE string_agg(iri, text) (SFUNC = iri_string_agg_transfn, STYPE = internal, FINALFUNC = string_agg_finalfn,
    PARALLEL = SAFE);
CREATE FUNCTION urn_string_agg_transfn(internal, urn, text) RETURNS internal
    AS 'string_agg_transfn' LANGUAGE internal IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE string_agg(urn, text) (SFUNC = urn_string_agg_transfn, STYPE = internal, FINALFUNC = string_agg_finalfn,
    PARALLEL = SAFE);

-- Containment: x <<= y says that x is y or lies below it, x << y that it lies below. y is a path, a host or a domain. y >>= x and
-- y >> x say the same. One of both may be a text.
CREATE FUNCTION uri_within(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_within' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_below(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_below' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_contains(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_contains' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_above(uri, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_above' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_text_within(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_within' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_text_below(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_below' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_text_contains(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_contains' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION uri_text_above(uri, text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_above' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION text_uri_within(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_within' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION text_uri_below(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_below' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION text_uri_contains(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_contains' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE FUNCTION text_uri_above(text, uri) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_above' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE OPERATOR <<= (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_within, COMMUTATOR = >>=,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR << (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_below, COMMUTATOR = >>, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR >>= (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_contains, COMMUTATOR = <<=,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR >> (LEFTARG = uri, RIGHTARG = uri, FUNCTION = uri_above, COMMUTATOR = <<, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR <<= (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_within, COMMUTATOR = >>=,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR << (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_below, COMMUTATOR = >>,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR >>= (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_contains, COMMUTATOR = <<=,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR >> (LEFTARG = uri, RIGHTARG = text, FUNCTION = uri_text_above, COMMUTATOR = <<,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR <<= (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_within, COMMUTATOR = >>=,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR << (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_below, COMMUTATOR = >>,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR >>= (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_contains, COMMUTATOR = <<=,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR >> (LEFTARG = text, RIGHTARG = uri, FUNCTION = text_uri_above, COMMUTATOR = <<,
    RESTRICT = contsel, JOIN = contjoinsel);
CREATE FUNCTION uri_spgist_config(internal, internal) RETURNS void
    AS 'MODULE_PATHNAME', 'uniform_uri_spgist_config' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_spgist_choose(internal, internal) RETURNS void
    AS 'MODULE_PATHNAME', 'uniform_uri_spgist_choose' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_spgist_inner(internal, internal) RETURNS void
    AS 'MODULE_PATHNAME', 'uniform_uri_spgist_inner' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_spgist_leaf(internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'uniform_uri_spgist_leaf' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uri_spgist_key(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_uri_spgist_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
CREATE OPERATOR CLASS uri_spgist_ops DEFAULT FOR TYPE uri USING spgist AS
    OPERATOR 24 <<, OPERATOR 25 <<=, OPERATOR 24 << (uri, text), OPERATOR 25 <<= (uri, text),
    FUNCTION 1 uri_spgist_config(internal, internal), FUNCTION 2 uri_spgist_choose(internal, internal),
    FUNCTION 3 spg_text_picksplit(internal, internal), FUNCTION 4 uri_spgist_inner(internal, internal),
    FUNCTION 5 uri_spgist_leaf(internal, internal), FUNCTION 6 uri_spgist_key(uri), STORAGE text;

-- BRIN: the least and the greatest of a range of pages, or a Bloom filter of it.
CREATE OPERATOR CLASS uri_minmax_ops DEFAULT FOR TYPE uri USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    OPERATOR 1 < (uri, text), OPERATOR 2 <= (uri, text), OPERATOR 3 = (uri, text), OPERATOR 4 >= (uri, text), OPERATOR 5 > (uri, text),
    FUNCTION 1 brin_minmax_opcinfo(internal), FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal), FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS uri_bloom_ops FOR TYPE uri USING brin AS
    OPERATOR 1 =, OPERATOR 1 = (uri, text),
    FUNCTION 1 brin_bloom_opcinfo(internal), FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal), FUNCTION 5 brin_bloom_options(internal), FUNCTION 11 uri_hash(uri);
CREATE OPERATOR CLASS iri_minmax_ops DEFAULT FOR TYPE iri USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    OPERATOR 1 < (iri, text), OPERATOR 2 <= (iri, text), OPERATOR 3 = (iri, text), OPERATOR 4 >= (iri, text), OPERATOR 5 > (iri, text),
    FUNCTION 1 brin_minmax_opcinfo(internal), FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal), FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS iri_bloom_ops FOR TYPE iri USING brin AS
    OPERATOR 1 =, OPERATOR 1 = (iri, text),
    FUNCTION 1 brin_bloom_opcinfo(internal), FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal), FUNCTION 5 brin_bloom_options(internal), FUNCTION 11 iri_hash(iri);
CREATE OPERATOR CLASS urn_minmax_ops DEFAULT FOR TYPE urn USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    OPERATOR 1 < (urn, text), OPERATOR 2 <= (urn, text), OPERATOR 3 = (urn, text), OPERATOR 4 >= (urn, text), OPERATOR 5 > (urn, text),
    FUNCTION 1 brin_minmax_opcinfo(internal), FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal), FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS urn_bloom_ops FOR TYPE urn USING brin AS
    OPERATOR 1 =, OPERATOR 1 = (urn, text),
    FUNCTION 1 brin_bloom_opcinfo(internal), FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal), FUNCTION 5 brin_bloom_options(internal), FUNCTION 11 urn_hash(urn);

-- Two further parts of a host, by the Public Suffix List.
CREATE FUNCTION uri_domain_label(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_domain_label' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uri_domain_label(uri) IS 'the label of the host before its public suffix';
CREATE FUNCTION uri_subdomain(uri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_subdomain' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION uri_subdomain(uri) IS 'the labels of the host before its registrable domain; NULL where there is none';
CREATE FUNCTION iri_domain_label(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_domain_label' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION iri_domain_label(iri) IS 'the label of the host before its public suffix';
CREATE FUNCTION iri_subdomain(iri) RETURNS text
    AS 'MODULE_PATHNAME', 'uniform_subdomain' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION iri_subdomain(iri) IS 'the labels of the host before its registrable domain; NULL where there is none';

-- The costs of a call, in calls of PostgreSQL's own int4pl; bench/costs.py measures them.
ALTER FUNCTION uri_in(cstring) COST 10;
ALTER FUNCTION uri_recv(internal) COST 10;
ALTER FUNCTION uri_lt(uri, uri) COST 20;
ALTER FUNCTION uri_le(uri, uri) COST 20;
ALTER FUNCTION uri_eq(uri, uri) COST 20;
ALTER FUNCTION uri_ne(uri, uri) COST 20;
ALTER FUNCTION uri_ge(uri, uri) COST 20;
ALTER FUNCTION uri_gt(uri, uri) COST 20;
ALTER FUNCTION uri_cmp(uri, uri) COST 20;
ALTER FUNCTION uri_hash(uri) COST 20;
ALTER FUNCTION uri_hash_extended(uri, bigint) COST 20;
ALTER FUNCTION uri_smaller(uri, uri) COST 20;
ALTER FUNCTION uri_larger(uri, uri) COST 20;
ALTER FUNCTION uri_scheme(uri) COST 20;
ALTER FUNCTION uri_authority(uri) COST 20;
ALTER FUNCTION uri_userinfo(uri) COST 20;
ALTER FUNCTION uri_host(uri) COST 20;
ALTER FUNCTION uri_path(uri) COST 20;
ALTER FUNCTION uri_query(uri) COST 20;
ALTER FUNCTION uri_fragment(uri) COST 20;
ALTER FUNCTION uri_port(uri) COST 20;
ALTER FUNCTION uri_host_inet(uri) COST 20;
ALTER FUNCTION uri_path_array(uri) COST 100;
ALTER FUNCTION uri_normalize(uri) COST 20;
ALTER FUNCTION uri_normalize(uri, text) COST 20;
ALTER FUNCTION uri_equivalent(uri, uri, text) COST 50;
ALTER FUNCTION uri_resolve(uri, uri) COST 50;
ALTER FUNCTION uri_relativize(uri, uri) COST 50;
ALTER FUNCTION uri_parameter(uri, text) COST 20;
ALTER FUNCTION uri_parameters(uri) COST 500;
ALTER FUNCTION uri_query_json(uri) COST 2000;
ALTER FUNCTION uri_query_jsonb(uri) COST 2000;
ALTER FUNCTION uri_valid(text) COST 10;
ALTER FUNCTION uri_valid(text, text) COST 10;
ALTER FUNCTION uri_error(text) COST 10;
ALTER FUNCTION uri_error(text, text) COST 10;
ALTER FUNCTION uri_repair(text) COST 50;
ALTER FUNCTION url_href(text) COST 20;
ALTER FUNCTION url_href(text, text) COST 20;
ALTER FUNCTION uri_escape(text, boolean, boolean) COST 100;
ALTER FUNCTION uri_unescape(text, boolean, boolean) COST 50;
ALTER FUNCTION uri_find(text) COST 1000;
ALTER FUNCTION uri_lint(text) COST 1000;
ALTER FUNCTION uri_lint_rules(text) COST 200;
ALTER FUNCTION uri_registrable_domain(uri) COST 500;
ALTER FUNCTION uri_public_suffix(uri) COST 500;
ALTER FUNCTION idna_to_ascii(text) COST 200;
ALTER FUNCTION idna_to_unicode(text) COST 500;
ALTER FUNCTION iri_in(cstring) COST 10;
ALTER FUNCTION iri_recv(internal) COST 10;
ALTER FUNCTION iri_lt(iri, iri) COST 20;
ALTER FUNCTION iri_le(iri, iri) COST 20;
ALTER FUNCTION iri_eq(iri, iri) COST 20;
ALTER FUNCTION iri_ne(iri, iri) COST 20;
ALTER FUNCTION iri_ge(iri, iri) COST 20;
ALTER FUNCTION iri_gt(iri, iri) COST 20;
ALTER FUNCTION iri_cmp(iri, iri) COST 20;
ALTER FUNCTION iri_hash(iri) COST 20;
ALTER FUNCTION iri_hash_extended(iri, bigint) COST 20;
ALTER FUNCTION iri_smaller(iri, iri) COST 20;
ALTER FUNCTION iri_larger(iri, iri) COST 20;
ALTER FUNCTION iri_scheme(iri) COST 20;
ALTER FUNCTION iri_authority(iri) COST 20;
ALTER FUNCTION iri_userinfo(iri) COST 20;
ALTER FUNCTION iri_host(iri) COST 20;
ALTER FUNCTION iri_path(iri) COST 20;
ALTER FUNCTION iri_query(iri) COST 20;
ALTER FUNCTION iri_fragment(iri) COST 20;
ALTER FUNCTION iri_port(iri) COST 20;
ALTER FUNCTION iri_normalize(iri) COST 20;
ALTER FUNCTION iri_resolve(iri, iri) COST 50;
ALTER FUNCTION iri_to_uri(iri) COST 50;
ALTER FUNCTION uri_to_iri(uri) COST 20;
ALTER FUNCTION iri_registrable_domain(iri) COST 500;
ALTER FUNCTION iri_public_suffix(iri) COST 500;
ALTER FUNCTION urn_in(cstring) COST 10;
ALTER FUNCTION urn_recv(internal) COST 10;
ALTER FUNCTION urn_lt(urn, urn) COST 20;
ALTER FUNCTION urn_le(urn, urn) COST 20;
ALTER FUNCTION urn_eq(urn, urn) COST 20;
ALTER FUNCTION urn_ne(urn, urn) COST 20;
ALTER FUNCTION urn_ge(urn, urn) COST 20;
ALTER FUNCTION urn_gt(urn, urn) COST 20;
ALTER FUNCTION urn_cmp(urn, urn) COST 20;
ALTER FUNCTION urn_hash(urn) COST 20;
ALTER FUNCTION urn_hash_extended(urn, bigint) COST 20;
ALTER FUNCTION urn_smaller(urn, urn) COST 20;
ALTER FUNCTION urn_larger(urn, urn) COST 20;
ALTER FUNCTION urn_nid(urn) COST 20;
ALTER FUNCTION urn_nss(urn) COST 20;
ALTER FUNCTION urn_r_component(urn) COST 20;
ALTER FUNCTION urn_q_component(urn) COST 20;
ALTER FUNCTION urn_f_component(urn) COST 20;
ALTER FUNCTION urn_normalize(urn) COST 20;
ALTER FUNCTION urn_namespace_normalize(urn) COST 50;
ALTER FUNCTION urn_check(urn) COST 50;
ALTER FUNCTION urn_namespace_valid(urn) COST 20;
ALTER FUNCTION urn_valid(text) COST 10;
ALTER FUNCTION urn_error(text) COST 10;

-- The descriptions that \df+ shows.
COMMENT ON FUNCTION uri_try(text) IS 'the text as a uri, NULL if it is no URI-reference';
COMMENT ON FUNCTION iri_try(text) IS 'the text as a iri, NULL if it is no IRI-reference';
COMMENT ON FUNCTION urn_try(text) IS 'the text as a urn, NULL if it is no URN';
COMMENT ON FUNCTION uri_within(uri, uri) IS 'whether the first is the second or lies below it';
COMMENT ON FUNCTION uri_below(uri, uri) IS 'whether the first lies below the second';
COMMENT ON FUNCTION uri_contains(uri, uri) IS 'whether the second is the first or lies below it';
COMMENT ON FUNCTION uri_above(uri, uri) IS 'whether the second lies below the first';
COMMENT ON FUNCTION text_uri_within(text, uri) IS 'whether the first is the second or lies below it';
COMMENT ON FUNCTION text_uri_below(text, uri) IS 'whether the first lies below the second';
COMMENT ON FUNCTION text_uri_contains(text, uri) IS 'whether the second is the first or lies below it';
COMMENT ON FUNCTION text_uri_above(text, uri) IS 'whether the second lies below the first';
