// The verbs of the group "namespace" that ask the service: the process of registration, settings, delegations.

#include "verb_reach.hpp"
#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr auto reach_options = and_reach();
constexpr auto list_options = and_reach(at_most);
constexpr auto change_options = and_reach(if_version);
constexpr auto delegate_options =
    and_reach(registrar, naming, locator_host, mint_method, mint_pattern, check_rule, other_resolver, if_version);
constexpr auto draft_options = and_reach(title, author, fast_track, revises, secret);
constexpr auto submit_options = and_reach(title, author, fast_track, revises, reason, secret);
constexpr auto requests_options = and_reach(request_state, at_most);
constexpr auto request_options = and_reach(secret);
constexpr auto comment_options = and_reach(author, secret);
constexpr auto comments_options = and_reach(secret, at_most);
constexpr auto decide_options = and_reach(reason, reference, opt::round, secret);

constexpr auto settings_options = and_reach(if_version, as_of);
constexpr auto request_history_options = and_reach(secret, at_most);
constexpr auto zone_options = and_reach_of_file();
constexpr example zone_examples[]{
    {"A file for the name server", "uniform namespace zone > urn.arpa.zone"},
};
constexpr example draft_examples[]{
    {"What would keep it from being submitted?", "uniform namespace draft --server http://127.0.0.1:8141 harbour.txt"},
};
constexpr example submit_examples[]{
    {"Ask for a namespace", "uniform namespace submit --server http://127.0.0.1:8141 harbour.txt"},
    {"Again, after it was returned",
     "export UNIFORM_SECRET=$(cat secret.txt)\nuniform namespace submit harbour.txt 12 --reason 'Security added'"},
};
constexpr example requests_examples[]{
    {"What waits for an expert", "uniform namespace requests --state submitted"},
    {"Who asked for a NID", "uniform namespace requests harbour"},
};
constexpr example request_examples[]{
    {"How far is it?", "uniform namespace request 12"},
};
constexpr example template_examples[]{
    {"What changed between two versions",
     "uniform namespace diff <(uniform namespace template 12 1) <(uniform namespace template 12 2)"},
};
constexpr example comment_examples[]{
    {"Say something, in public", "uniform namespace comment 12 --author 'A reader' 'How are names kept unique?'"},
};
constexpr example comments_examples[]{
    {"What was said", "uniform namespace comments 12"},
};
constexpr example decide_examples[]{
    {"Take it up, and approve what was read",
     "uniform namespace decide 12 review; uniform namespace decide 12 approve --round 2"},
    {"Changes are needed", "uniform namespace decide 12 return --reason 'Who assigns names?'"},
    {"Register it", "uniform namespace decide 12 register"},
};
constexpr example list_examples[]{
    {"Which namespaces are kept here", "uniform namespace list"},
};
constexpr example settings_examples[]{
    {"What is in force", "uniform namespace settings example"},
    {"What was in force", "uniform namespace settings example --as-of 2026-01-01"},
    {"Let clients choose by the r-component", "uniform namespace settings example r_component=true redirect=303"},
    {"Keep a namespace here", "uniform namespace settings example 'title=Examples of RFC 6963'"},
    {"The case of letters makes no difference in it",
     "uniform namespace settings harbour 'equivalence={\"operations\":[{\"action\":\"lower-case\"}]}'"},
};
constexpr example available_examples[]{
    {"May it be had?", "uniform namespace available harbour"},
};
constexpr example delegate_examples[]{
    {"A registrar of its own, with names that the service makes",
     "uniform namespace delegate example:library: --registrar library --mint random --pattern eeeek"},
    {"Another resolver knows them", "uniform namespace delegate nbn:de: --resolver https://nbn-resolving.example.org/"},
};
constexpr example undelegate_examples[]{
    {"End it; the names stay", "uniform namespace undelegate example:library:"},
};
constexpr example delegations_examples[]{
    {"Whose is what in a namespace", "uniform namespace delegations example:"},
};

constexpr example history_examples[]{
    {"Who changed its settings", "uniform namespace history example"},
};
constexpr example request_history_examples[]{
    {"Who decided, and when", "uniform namespace request-history 12"},
};
constexpr example delegation_history_examples[]{
    {"Whose it was", "uniform namespace delegation-history example:library: --json | jq '.new.registrar'"},
};

constexpr verb_spec verbs[]{
    {"namespace draft", "open a request for a namespace, not yet submitted", "FILE [REQUEST]",
     "Opens a registration request with the template in FILE, and shows what is wrong with it; with the number of a "
     "request, puts it in the place of that one's draft. A new request has a secret, which is shown once: with "
     "--secret or in UNIFORM_SECRET it makes its holder the submitter. No token is needed.",
     draft_options, draft_examples, ""},
    {"namespace submit", "submit a request for a namespace", "FILE [REQUEST]",
     "Submits the template in FILE for review (RFC 8141 section 6.2), as a new request, whose secret is shown once, or "
     "with a number as the next version of that one. Errors in the template hinder it; all are listed.",
     submit_options, submit_examples, ""},
    {"namespace requests", "list requests for namespaces", "[NID]",
     "Lists registration requests: number, state, NID, kind and title.", requests_options, requests_examples, ""},
    {"namespace request", "show a request for a namespace", "REQUEST",
     "Shows a request, the decisions about it, other requests for the same NID, and which steps are open.",
     request_options, request_examples, ""},
    {"namespace template", "print the template of a request", "REQUEST [VERSION]",
     "Prints the template of a request as text, or with --json as JSON: the current one, or one of its versions.",
     request_options, template_examples, ""},
    {"namespace comment", "comment on a request", "REQUEST TEXT",
     "Adds a comment to a request under review; everybody can read it. \"-\" reads the text from standard input.",
     comment_options, comment_examples, ""},
    {"namespace comments", "show the comments on a request", "REQUEST", "Shows all comments on a request, in order.",
     comments_options, comments_examples, ""},
    {"namespace decide", "take a step with a request", "REQUEST STEP",
     "Takes a step of the process of RFC 8141 section 6. Experts: review, return, approve, report (to a standards "
     "body, --reference), decline. Administrators: recognize the requesting body (6.3), register. The submitter: "
     "submit the draft as it is, conclude the fast track, withdraw. docs/guide/registration.md has the table of all.",
     decide_options, decide_examples,
     "submit review return approve report decline recognize conclude register withdraw"},
    {"namespace list", "list the namespaces that the service keeps", "",
     "Lists the namespaces in which names are assigned here: NID, status, where it comes from, title.", list_options,
     list_examples, ""},
    {"namespace settings", "show or change how a namespace is kept", "NID [NAME=VALUE...]",
     "Shows the settings of a namespace. With NAME=VALUE changes those: title, status (active, closed), redirect (301, "
     "302, 303, 307), q_component (append, replace, refuse), r_component, public_resolvers (true, false), max_age "
     "(seconds); and, as JSON, the rules of a namespace that IANA has not registered: syntax (how its names look), "
     "equivalence (which of them are the same; settled by the first name), checks (their check characters); null takes "
     "them away. A namespace that IANA has registered, or one for local use, is there from the first change on.",
     settings_options, settings_examples, ""},
    {"namespace zone", "print a zone file that leads resolvers to the namespaces kept here", "",
     "Prints NAPTR records (RFC 3403, RFC 3404) for the namespaces and the prefixes that are delegated, to be included "
     "in the "
     "zone of urn.arpa or of your own: a client that asks the DNS finds this service, or the resolver of a prefix.",
     zone_options, zone_examples, ""},
    {"namespace available", "ask whether a NID may be had", "NID",
     "Says whether a namespace could be registered under the NID, and if not, by which rule; and who asks for it. The "
     "exit code is 1 when it could not.",
     reach_options, available_examples, ""},
    {"namespace delegate", "say whose the names under a prefix are", "PREFIX",
     "Delegates a prefix of keys (names in their normal form, without \"urn:\") to a registrar, with its naming "
     "policy, the hosts of its locators and how its names are minted, or to another resolver. The longest prefix of "
     "a name decides. What stood there before is replaced as a whole.",
     delegate_options, delegate_examples, ""},
    {"namespace undelegate", "end a delegation", "PREFIX",
     "Ends the delegation of a prefix. Its names stay; a shorter prefix decides about them from then on.",
     change_options, undelegate_examples, ""},
    {"namespace delegations", "list delegations", "[PREFIX]",
     "Lists the delegations within a prefix, or all: prefix, state, registrar or resolver, and how names are minted.",
     list_options, delegations_examples, ""},
    {"namespace history", "show what happened to a namespace", "NID",
     "Shows every change of a namespace, newest first: the number of the event, when, what, by whom if a token is "
     "shown, and the hash in the chain of all events; with --json also what it was and what it became.",
     list_options, history_examples, ""},
    {"namespace request-history", "show what happened to a request for a namespace", "REQUEST",
     "Shows every step of a request, newest first, as namespace history does.", request_history_options,
     request_history_examples, ""},
    {"namespace delegation-history", "show what happened to a delegation", "PREFIX",
     "Shows every change of the delegation of this very prefix, newest first, as namespace history does.", list_options,
     delegation_history_examples, ""},
};

} // namespace

std::span<const verb_spec> namespace_service_verb_table() noexcept { return verbs; }

} // namespace uniform::command
