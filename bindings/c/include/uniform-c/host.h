/// Host names in any script, registrable domains (UTS 46, IDNA 2008, the Public Suffix List).
#ifndef UNIFORM_C_HOST_H
#define UNIFORM_C_HOST_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// By which document a name is mapped and checked.
typedef int32_t uniform_idna_rules;
enum {
    UNIFORM_IDNA_UTS46 = 0,   ///< UTS 46, nontransitional, strict
    UNIFORM_IDNA_2008 = 1,    ///< RFC 5891 section 5, which maps nothing
    UNIFORM_IDNA_BROWSER = 2, ///< the URL Standard's host parser: "0x7f.1" is 127.0.0.1, "a.1" no name
};

/// The name that is looked up for the host of a URI or an IRI: decoded, in lower case, with A-labels; an address stays.
/// UNIFORM_IDNA_BROWSER accepts what is in use, such as names with "_"; the other rules judge every label. Errors and
/// cost as uniform_host_to_ascii() (uniform-c/functions.h).
///
///     uniform_host_lookup_name("m%C3%BCnchen.example", 20, UNIFORM_IDNA_BROWSER, &out, NULL);
///     // "xn--mnchen-3ya.example"
uniform_status uniform_host_lookup_name(const char *host, size_t size, uniform_idna_rules rules, uniform_string *out,
                                        uniform_error *error);

/// The name as it may be shown: U-labels, but A-labels where people would take a U-label for something else (UTS 39).
/// `why`, which may be NULL, says why a label stays an A-label; it is empty if none does. Every text has such a form.
///
///     uniform_host_display("xn--pple-43d.example", 20, &out, NULL); // stays: its first letter is Cyrillic
uniform_status uniform_host_display(const char *name, size_t size, uniform_string *out, uniform_string *why);

/// The parts of a host name by the Public Suffix List, as ranges of the name that uniform_host_domain() gives.
typedef struct uniform_domain {
    uint32_t struct_size;
    int32_t listed;            ///< 1 if a rule of the list names the suffix
    uniform_range suffix;      ///< the public suffix: "co.uk"
    uniform_range registrable; ///< the suffix and one label more: "example.co.uk"; absent for a suffix itself
    uniform_range label;       ///< the label before the suffix: "example"; absent for a suffix itself
    uniform_range subdomain;   ///< the labels before the registrable domain: "www"; absent where there is none
    int32_t is_private;        ///< 1 if the rule is of the list's section of those who are no registries
} uniform_domain;

/// The registrable domain of the host of a URI or an IRI, or of a host name, in A-labels or U-labels and any case.
/// `name` becomes the name as it is looked up, in lower case, with A-labels and without a full stop at its end, so that
/// equal domains are equal texts; the ranges are those of `name`. UNIFORM_NONE for addresses and for what is no host
/// name. Linear in labels times length.
///
///     uniform_host_domain("WWW.Example.CO.UK", 17, &name, &d); // name is "www.example.co.uk", d.registrable 4 to 17
uniform_status uniform_host_domain(const char *host, size_t size, uniform_string *name, uniform_domain *domain);

/// The same by the rules of registries alone, so that "github.io" is a name under "io", as any other one is.
///
///     uniform_host_icann_domain("a.github.io", 11, &name, &d); // d.registrable 2 to 11, d.suffix 9 to 11
uniform_status uniform_host_icann_domain(const char *host, size_t size, uniform_string *name, uniform_domain *domain);

#ifdef __cplusplus
}
#endif

#endif
