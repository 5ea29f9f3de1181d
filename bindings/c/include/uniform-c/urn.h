/// Uniform Resource Names, and what their namespaces' registrations say (RFC 8141, its drafts, RFC 2141).
///
/// `edition` is an edition of URNs; UNIFORM_EDITION_DEFAULT, and any other, is RFC 8141. The namespaces are those of
/// IANA's registry as this release knows them.
#ifndef UNIFORM_C_URN_H
#define UNIFORM_C_URN_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The components of a URN, as ranges of its text, as written.
typedef struct uniform_urn_components {
    uint32_t struct_size;
    uniform_edition edition;
    uniform_range nid;
    uniform_range nss;
    uniform_range assigned_name; ///< "urn:" NID ":" NSS
    uniform_range r_component;   ///< without its delimiter; never empty
    uniform_range q_component;   ///< without its delimiter; never empty
    uniform_range f_component;   ///< without "#"
} uniform_urn_components;

/// Parses a text as a URN (RFC 8141 2): its syntax alone. Linear; allocates nothing. `components` and `error` may be
/// NULL.
///
///     uniform_urn_parse("urn:isbn:978-951-0-18435-6?=a=b", 31, UNIFORM_EDITION_DEFAULT, &c, NULL); // c.nid is 4 to 8
uniform_status uniform_urn_parse(const char *urn, size_t size, uniform_edition edition,
                                 uniform_urn_components *components, uniform_error *error);

/// Components to be put together; r-, q- and f-component are absent if their `data` is NULL.
typedef struct uniform_urn_parts {
    uint32_t struct_size;
    uint32_t unused; ///< 0
    uniform_text nid;
    uniform_text nss; ///< as written: percent-encoded where the syntax asks for it
    uniform_text r_component;
    uniform_text q_component;
    uniform_text f_component;
} uniform_urn_parts;

/// The URN with these components. Errors: those of parsing, with the offset into the component that error->rule names.
/// Linear.
uniform_status uniform_urn_build(const uniform_urn_parts *parts, uniform_edition edition, uniform_string *out,
                                 uniform_error *error);

/// The rules by which URNs are equivalent.
typedef int32_t uniform_urn_equivalence;
enum {
    UNIFORM_URN_LEXICAL = 0,   ///< RFC 8141 3.1: the same for all namespaces
    UNIFORM_URN_NAMESPACE = 1, ///< also what the registration of its namespace declares equivalent (3.2)
};

/// The assigned-name in the normal form of all equivalent ones. Errors: those of parsing. Linear.
///
///     uniform_urn_normalize("URN:ISBN:951-0-18435-7", 22, 0, UNIFORM_URN_NAMESPACE, &out, NULL);
///     // "urn:isbn:9789510184356"
uniform_status uniform_urn_normalize(const char *urn, size_t size, uniform_edition edition,
                                     uniform_urn_equivalence equivalence, uniform_string *out, uniform_error *error);

/// Whether two URNs are equivalent; r-, q- and f-components do not count. Errors: those of parsing; error->argument is
/// 0 for `a`, 1 for `b`. Linear; allocates nothing for names of up to 512 bytes, once the namespace's table is built.
uniform_status uniform_urn_equivalent(const char *a, size_t a_size, const char *b, size_t b_size,
                                      uniform_edition edition, uniform_urn_equivalence equivalence, int32_t *equivalent,
                                      uniform_error *error);

/// The same name in another edition's syntax. Errors: those of parsing; "unsupported_component", "not_convertible", and
/// what the other edition does not allow. Linear.
///
///     uniform_urn_convert("urn:example:a?q??r", 18, UNIFORM_URNBIS_14, UNIFORM_RFC8141, &out, NULL);
///     // "urn:example:a?+r?=q"
uniform_status uniform_urn_convert(const char *urn, size_t size, uniform_edition from, uniform_edition to,
                                   uniform_string *out, uniform_error *error);

/// The strictness with which a name is checked against its namespace.
typedef int32_t uniform_validation;
enum {
    UNIFORM_VALIDATION_NORMAL = 0,  ///< the registration
    UNIFORM_VALIDATION_LENIENT = 1, ///< names seen in practice are accepted, too
    UNIFORM_VALIDATION_STRICT = 2,  ///< rules of other standards as well
};

/// Whether the NSS is one of its namespace. Errors: those of parsing; "unknown_namespace"; "nss_mismatch" with the
/// first byte at which no name of the namespace goes on. Linear; the first use of a namespace builds its table.
///
///     uniform_urn_validate("urn:oid:1.3.6.", 14, 0, UNIFORM_VALIDATION_NORMAL, &e); // UNIFORM_REFUSED, e.offset 14
uniform_status uniform_urn_validate(const char *urn, size_t size, uniform_edition edition, uniform_validation level,
                                    uniform_error *error);

/// The result of checking a check character.
typedef int32_t uniform_check_state;
enum {
    UNIFORM_CHECK_NONE = 0, ///< the namespace has none, or is not known
    UNIFORM_CHECK_CORRECT = 1,
    UNIFORM_CHECK_INCORRECT = 2,
    UNIFORM_CHECK_UNCHECKED = 3, ///< names of this form have none
};

/// The check character of a URN that decided.
typedef struct uniform_urn_check {
    uint32_t struct_size;
    uniform_check_state state;
    int32_t strict;         ///< 1 if an incorrect one makes the name invalid, not only doubtful
    uniform_range found;    ///< in the URN
    char expected[4];       ///< the characters that the algorithm computes; "" if there are none
    uniform_text algorithm; ///< "isbn-13-mod10", ...; lives as long as the program
} uniform_urn_check;

/// Checks the check characters that the registration defines. Errors: those of parsing. Linear; allocates nothing.
///
///     uniform_urn_check_name("urn:isbn:978-951-0-18435-7", 26, 0, &c, NULL); // incorrect, expected "6"
uniform_status uniform_urn_check_name(const char *urn, size_t size, uniform_edition edition, uniform_urn_check *check,
                                      uniform_error *error);

/// The options of making a URN of a name.
typedef struct uniform_urn_make_options {
    uint32_t struct_size;
    int32_t encoded;        ///< 1: the name is the NSS, encoded already
    int32_t complete_check; ///< 1: the check character is missing and is to be computed
    int32_t any_check;      ///< 1: a wrong check character is no error
} uniform_urn_make_options;

/// The URN of a name of another identifier system (RFC 8141 2.2). Errors: of the NID; "unknown_namespace";
/// "invalid_name", with the offset in the name; "wrong_check_character". error->argument is 0 for the NID, 1 for the
/// name. Linear.
///
///     uniform_urn_from_name("ietf", 4, "RFC 2141", 8, NULL, &out, NULL); // "urn:ietf:rfc:2141"
uniform_status uniform_urn_from_name(const char *nid, size_t nid_size, const char *name, size_t name_size,
                                     const uniform_urn_make_options *options, uniform_string *out,
                                     uniform_error *error);

/// The name in the form of its identifier system. UNIFORM_NONE if there is no such name. Errors: those of parsing.
/// Linear.
///
///     uniform_urn_to_name("urn:doi:10.1000/456%23789", 25, 0, &out, NULL); // "10.1000/456#789"
uniform_status uniform_urn_to_name(const char *urn, size_t size, uniform_edition edition, uniform_string *out,
                                   uniform_error *error);

/// The URNs that a bare text could stand for, ordered by NID; often none. Linear; allocates.
///
///     uniform_urn_guess("978-951-0-18435-6", 17, &list); // "urn:isbn:978-951-0-18435-6"
uniform_status uniform_urn_guess(const char *text, size_t size, uniform_list **urns);

/// The well-known addresses that resolve a URN, the most specific first. Errors: those of parsing. Linear; allocates.
///
///     uniform_urn_addresses("urn:ietf:rfc:2141", 17, 0, &list, NULL); // "https://www.rfc-editor.org/rfc/rfc2141"
uniform_status uniform_urn_addresses(const char *urn, size_t size, uniform_edition edition, uniform_list **addresses,
                                     uniform_error *error);

/// A new UUID as a URN (RFC 9562), of random numbers; with `by_time` 1, beginning with the time. UNIFORM_NONE if the
/// system has no random numbers.
uniform_status uniform_urn_new_uuid(int32_t by_time, uniform_string *out);

/// The kind of namespace that a NID can name.
typedef struct uniform_nid {
    uint32_t struct_size;
    int32_t well_formed;         ///< 1 if it is a NID by the grammar
    int32_t registered;          ///< 1 if IANA has registered it
    int32_t available_as_formal; ///< 1 if a new formal namespace could have it (RFC 8141 5.1)
    uniform_text kind;     ///< "formal", "informal", "country-code", ..., "malformed"; lives as long as the program
    uniform_text document; ///< where the kind is defined: "RFC 8141"; lives as long as the program
    uniform_text section;  ///< "5.1 (3)"
    uniform_text says;     ///< the rule in words
} uniform_nid;

/// Classifies a NID (RFC 8141 5.1, 5.2). Linear; allocates nothing.
///
///     uniform_nid_classify("us-gov", 6, 0, &n); // kind "country-code", not available
uniform_status uniform_nid_classify(const char *nid, size_t size, uniform_edition edition, uniform_nid *result);

/// The description of a namespace. All texts live as long as the program; an empty one is not known.
typedef struct uniform_namespace {
    uint32_t struct_size;
    int32_t informal;    ///< 1 for an informal namespace
    uniform_text nid;    ///< in lower case
    uniform_text status; ///< "registered", "unregistered"
    uniform_text title;
    uniform_text registrant;
    uniform_text date;    ///< of the registration: "2014-06-02"
    uniform_text abnf;    ///< the syntax of its NSSs: RFC 5234, with the rule NSS
    uniform_text system;  ///< the identifier system of its names: "International Standard Book Number"
    uniform_text example; ///< a URN
} uniform_namespace;

/// The namespace with that NID, in any case. UNIFORM_NONE if it is unknown. Constant time.
///
///     uniform_namespace_find("ISBN", 4, &n); // n.nid "isbn"
uniform_status uniform_namespace_find(const char *nid, size_t size, uniform_namespace *result);

/// The namespaces that are known, by NID. Constant time.
size_t uniform_namespace_count(void);
/// The one at `index`; UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_namespace_get(size_t index, uniform_namespace *result);

#ifdef __cplusplus
}
#endif

#endif
