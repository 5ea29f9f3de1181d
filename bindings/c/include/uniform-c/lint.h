/// The linter: what in an identifier may mislead or harm, by the security sections of the documents.
#ifndef UNIFORM_C_LINT_H
#define UNIFORM_C_LINT_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The severity of a finding.
typedef int32_t uniform_severity;
enum {
    UNIFORM_NOTE = 0,    ///< common in legitimate identifiers
    UNIFORM_WARNING = 1, ///< rare in legitimate identifiers, or read differently by different software
    UNIFORM_ERROR = 2,   ///< not valid, deprecated, or a known means of attack
};

/// The options of uniform_lint().
typedef struct uniform_lint_options {
    uint32_t struct_size;
    uniform_edition edition; ///< UNIFORM_RFC3987 allows characters beyond US-ASCII
    uint32_t longest;        ///< longer texts are over-long; 0: 8000
    uint32_t places;         ///< at most so many findings of one check; 0: 8
    int32_t zone_ids;        ///< 1 allows "[fe80::1%25eth0]" (RFC 6874)
    int32_t browser;         ///< 1 also compares with what browsers read
    int32_t without_safer;   ///< 1 makes no safer forms, which is faster
} uniform_lint_options;

/// The findings in one text. See uniform_findings_free().
typedef struct uniform_findings uniform_findings;

/// One finding.
typedef struct uniform_finding {
    uint32_t struct_size;
    uniform_severity severity;
    uniform_range where;      ///< the bytes of the text; may be empty where something is missing
    uniform_text check;       ///< "userinfo-like-host"; these names never change
    uniform_text explanation; ///< one or two sentences; controls are escaped, secrets are not quoted
    uniform_text document;    ///< the document that describes the risk: "RFC 3986"
    uniform_text section;     ///< "7.6"
    uniform_text safer;       ///< the identifier in a form without this finding; absent if there is none
} uniform_finding;

/// Looks at any text as at a URI-reference, also at one that is not valid. In the order of the places. `options` may be
/// NULL. Linear, up to 70 ns a byte: five minutes for 4 GiB of control characters; of a text longer than 4 GiB - 2
/// bytes only so many are looked at. Allocates.
///
///     uniform_lint("http://0x7f.1/", 14, NULL, &findings); // "rare-ipv4", "loopback-address"
uniform_status uniform_lint(const char *text, size_t size, const uniform_lint_options *options,
                            uniform_findings **findings);
/// The number of findings. Constant time.
size_t uniform_findings_size(const uniform_findings *findings);
/// One of them, whose texts live as long as `findings`. UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_findings_get(const uniform_findings *findings, size_t index, uniform_finding *finding);
/// Ends them; NULL is accepted.
void uniform_findings_free(uniform_findings *findings);

/// A check of the linter; its texts live as long as the program.
typedef struct uniform_lint_check {
    uint32_t struct_size;
    uniform_severity severity;
    uniform_text id; ///< "rare-ipv4"
    uniform_text summary;
    uniform_text document;
    uniform_text section;
} uniform_lint_check;

/// The number of checks. Constant time.
size_t uniform_lint_check_count(void);
/// The check at `index`, in the order of docs/reference/lint-checks.md; UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_lint_check_get(size_t index, uniform_lint_check *check);

#ifdef __cplusplus
}
#endif

#endif
