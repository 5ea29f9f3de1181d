-- Reads what a store's schema has in PostgreSQL: the name of each object, the table that it is a part of, and its
-- definition. postgresql.catalogue has the rows that the migrations of postgresql.sql lead to, with tabs between the
-- columns; tests/store/schema_check_test.cpp compares the two and prints the rows to be noted after a new migration.
--
-- PostgreSQL 15 to 17 give the same rows. Left out: what belongs to extensions, and what does not change the meaning of
-- statements (owners, privileges, storage, statistics). A NOT NULL of a column is a constraint from version 18 on, and
-- compared as a property of the column only.
WITH ours AS MATERIALIZED (
    SELECT n.oid, n.nspname, quote_ident(n.nspname) || '.' AS dot FROM pg_catalog.pg_namespace n WHERE n.nspname = current_schema()
), part_of_extension AS (
    SELECT d.classid, d.objid FROM pg_catalog.pg_depend d WHERE d.deptype = 'e'
), rel AS MATERIALIZED (
    SELECT c.oid, c.relname::text AS name, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
           c.relispartition, c.reloftype, c.relam
    FROM pg_catalog.pg_class c JOIN ours o ON c.relnamespace = o.oid
    WHERE c.relkind NOT IN ('i', 'I', 't') AND NOT EXISTS (
        SELECT FROM part_of_extension e WHERE e.classid = 'pg_catalog.pg_class'::regclass AND e.objid = c.oid)
)
SELECT object COLLATE "C" AS object, parent, definition FROM (
SELECT CASE c.relkind WHEN 'r' THEN 'table ' WHEN 'v' THEN 'view ' WHEN 'm' THEN 'materialized view '
                      WHEN 'S' THEN 'sequence ' WHEN 'f' THEN 'foreign table ' WHEN 'p' THEN 'partitioned table '
                      ELSE 'type ' END || c.name AS object,
       '' AS parent,
       CASE c.relpersistence WHEN 'p' THEN 'permanent' ELSE 'not logged' END ||
       CASE WHEN c.relrowsecurity OR c.relforcerowsecurity THEN ', row security' ELSE '' END ||
       CASE WHEN c.relispartition THEN ', partition' ELSE '' END ||
       CASE WHEN c.reloftype <> 0 THEN ', of a type' ELSE '' END AS definition
FROM rel c
UNION ALL
SELECT 'column ' || c.name || '.' || a.attname, 'table ' || c.name,
       row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum) || ' ' || format_type(a.atttypid, a.atttypmod) ||
       coalesce(' COLLATE ' || (SELECT l.collnamespace::regnamespace || '.' || l.collname
                                FROM pg_catalog.pg_collation l WHERE l.oid = nullif(a.attcollation, 0)), '') ||
       CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END ||
       coalesce(' DEFAULT ' || (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d
                                WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum), '') ||
       CASE WHEN a.attidentity <> '' OR a.attgenerated <> '' THEN ' GENERATED' ELSE '' END ||
       CASE WHEN a.attinhcount > 0 THEN ' inherited' ELSE '' END
FROM rel c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'constraint ' || k.conname || ' on ' || c.name, 'table ' || c.name,
       replace(pg_get_constraintdef(k.oid), o.dot, '') || CASE WHEN k.convalidated THEN '' ELSE ' NOT VALID' END
FROM rel c JOIN pg_catalog.pg_constraint k ON k.conrelid = c.oid, ours o
WHERE c.relkind = 'r' AND k.contype <> 'n'
UNION ALL
SELECT 'constraint ' || k.conname || ' on ' || k.conrelid::regclass, '', pg_get_constraintdef(k.oid)
FROM rel c JOIN pg_catalog.pg_constraint k ON k.confrelid = c.oid WHERE k.conrelid NOT IN (SELECT oid FROM rel)
UNION ALL
SELECT 'index ' || x.relname || ' on ' || c.name, 'table ' || c.name,
       replace(pg_get_indexdef(i.indexrelid), o.dot, '') ||
       CASE WHEN i.indisvalid AND i.indisready AND i.indislive AND i.indimmediate THEN '' ELSE ', not valid' END ||
       CASE WHEN i.indisprimary THEN ', primary' ELSE '' END
FROM rel c JOIN pg_catalog.pg_index i ON i.indrelid = c.oid JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid, ours o
WHERE c.relkind = 'r'
UNION ALL
SELECT 'trigger ' || t.tgname || ' on ' || c.name, '',
       replace(pg_get_triggerdef(t.oid), o.dot, '') ||
       CASE t.tgenabled::text WHEN 'O' THEN '' WHEN 'D' THEN ', disabled' ELSE ', enabled as ' || t.tgenabled::text END ||
       CASE WHEN p.pronamespace = o.oid THEN '' ELSE ', of another schema' END
FROM rel c JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid, ours o
WHERE NOT t.tgisinternal
UNION ALL
SELECT 'rule ' || r.rulename || ' on ' || c.name, '', replace(pg_get_ruledef(r.oid), o.dot, '')
FROM rel c JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid, ours o WHERE r.rulename <> '_RETURN'
UNION ALL
SELECT 'policy ' || y.polname || ' on ' || c.name, '', y.polcmd::text
FROM rel c JOIN pg_catalog.pg_policy y ON y.polrelid = c.oid
UNION ALL
SELECT 'inheritance of ' || h.inhrelid::regclass || ' from ' || h.inhparent::regclass, '', ''
FROM pg_catalog.pg_inherits h JOIN rel c ON c.oid IN (h.inhparent, h.inhrelid) AND c.relkind IN ('r', 'p', 'f')
UNION ALL
SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', '',
       p.prokind::text || ' ' || l.lanname || ' ' || p.provolatile::text || ' ' || format_type(p.prorettype, NULL) ||
       CASE WHEN p.prosecdef THEN ' SECURITY DEFINER' ELSE '' END ||
       coalesce(' SET ' || array_to_string(p.proconfig, ', '), '') || ' AS ' ||
       btrim(regexp_replace(p.prosrc, '\s+', ' ', 'g'))
FROM ours o JOIN pg_catalog.pg_proc p ON p.pronamespace = o.oid JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE NOT EXISTS (SELECT FROM part_of_extension e WHERE e.classid = 'pg_catalog.pg_proc'::regclass AND e.objid = p.oid)
UNION ALL
SELECT 'operator ' || p.oid::regoperator, '', ''
FROM ours o JOIN pg_catalog.pg_operator p ON p.oprnamespace = o.oid
WHERE NOT EXISTS (
    SELECT FROM part_of_extension e WHERE e.classid = 'pg_catalog.pg_operator'::regclass AND e.objid = p.oid)
UNION ALL
SELECT 'type ' || p.typname, '', ''
FROM ours o JOIN pg_catalog.pg_type p ON p.typnamespace = o.oid
WHERE p.typrelid = 0 AND p.typcategory <> 'A' AND NOT EXISTS (
    SELECT FROM part_of_extension e WHERE e.classid = 'pg_catalog.pg_type'::regclass AND e.objid = p.oid)
UNION ALL
SELECT 'collation ' || p.collname, '', '' FROM ours o JOIN pg_catalog.pg_collation p ON p.collnamespace = o.oid
UNION ALL
SELECT 'setting session_replication_role', '', current_setting('session_replication_role')
) facts ORDER BY 1, 3
