// The verbs of the groups "registrar" and "token".

#include "verb_reach.hpp"
#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr auto reach_options = and_reach();
constexpr auto list_options = and_reach(at_most);
constexpr auto add_options = and_reach(contact);
constexpr auto change_options = and_reach(title, contact, if_version);
constexpr auto end_options = and_reach(if_version);
constexpr auto transfer_options = and_reach(reason);
constexpr auto transfers_options = and_reach(transfer_state, at_most);
constexpr auto revoke_options = and_reach(keep_made);
constexpr auto create_options = and_reach(role, registrar, of_prefix, label, expires);

constexpr example add_examples[]{
    {"A registrar, and a prefix for it", "uniform registrar add library 'A library' --contact names@example.org\n"
                                         "uniform namespace delegate example:library: --registrar library"},
};
constexpr example change_examples[]{
    {"Another address", "uniform registrar change library --contact urn@example.org"},
};
constexpr example list_examples[]{
    {"Their ids", "uniform registrar list | cut -d' ' -f1"},
};
constexpr example show_examples[]{
    {"A registrar and its prefixes", "uniform registrar show library"},
};
constexpr example end_examples[]{
    {"It assigns no more names", "uniform registrar end library"},
};
constexpr example transfer_examples[]{
    {"Give a prefix away; the other side accepts it",
     "uniform registrar transfer example:library: archive --reason 'the library closes'"},
};
constexpr example transfers_examples[]{
    {"What waits for an answer", "uniform registrar transfers --state requested"},
};
constexpr example accept_examples[]{
    {"Take it over", "uniform registrar accept 3f2a91c05d7e"},
};
constexpr example refuse_examples[]{
    {"Not us", "uniform registrar refuse 3f2a91c05d7e --reason 'we keep no books'"},
};
constexpr example withdraw_examples[]{
    {"It was a mistake", "uniform registrar withdraw 3f2a91c05d7e"},
};
constexpr example create_examples[]{
    {"For a registrar, into a file that nobody else reads",
     "umask 077; uniform token create --role registrar --registrar library --label catalogue > token.txt"},
    {"For a manager of a namespace", "uniform token create --role manager --prefix example: --expires 2027-01-01"},
};
constexpr example token_list_examples[]{
    {"All that there are", "uniform token list"},
};
constexpr example token_show_examples[]{
    {"What may I do?", "uniform token show --server http://127.0.0.1:8141 --token-file token.txt"},
};
constexpr example revoke_examples[]{
    {"It may have been seen", "uniform token revoke 7f3a9c01d2e4"},
    {"An administrator's, for which there is another", "uniform token revoke 7f3a9c01d2e4 --keep-made"},
};
constexpr example history_examples[]{
    {"What happened to it", "uniform registrar history library"},
};
constexpr example transfer_history_examples[]{
    {"Who asked, and who accepted", "uniform registrar transfer-history example:library:~3"},
};
constexpr example token_history_examples[]{
    {"Who made it, and who revoked it", "uniform token history 7f3a9c01d2e4"},
};

constexpr verb_spec verbs[]{
    {"registrar add", "add a registrar", "ID NAME",
     "Adds a registrar: an id (a-z 0-9 - . _), which is never given again, and a name.", add_options, add_examples, ""},
    {"registrar change", "change a registrar's name or contact", "ID",
     "Changes the name (--title) or the contact of a registrar, unless somebody else changes it at the same time.",
     change_options, change_examples, ""},
    {"registrar list", "list registrars", "", "Lists registrars: id, state, name.", list_options, list_examples, ""},
    {"registrar show", "show a registrar", "ID",
     "Shows a registrar and the prefixes that are delegated to it. The contact is shown to holders of a token only.",
     reach_options, show_examples, ""},
    {"registrar end", "end a registrar", "ID",
     "Ends a registrar, to whom no prefix may be delegated any more. Its names stay; its tokens are worth nothing from "
     "then on.",
     end_options, end_examples, ""},
    {"registrar transfer", "ask that a prefix goes to another registrar", "PREFIX ID",
     "Asks that a delegated prefix goes to another registrar. The side that did not ask accepts or refuses it; after a "
     "manager's request that is the registrar that gets it.",
     transfer_options, transfer_examples, ""},
    {"registrar transfers", "list transfers of prefixes", "",
     "Lists the transfers that concern whoever asks: id, state, prefix, from whom to whom.", transfers_options,
     transfers_examples, ""},
    {"registrar accept", "accept a transfer", "TRANSFER",
     "Accepts a transfer: the prefix is the other registrar's from then on.", transfer_options, accept_examples, ""},
    {"registrar refuse", "refuse a transfer", "TRANSFER", "Refuses a transfer.", transfer_options, refuse_examples, ""},
    {"registrar withdraw", "withdraw a transfer that was asked for", "TRANSFER",
     "Withdraws a transfer before it was answered.", transfer_options, withdraw_examples, ""},
    {"registrar history", "show what happened to a registrar", "ID",
     "Shows every change of a registrar, newest first: the number of the event, when, what, by whom if a token is "
     "shown, and the hash in the chain of all events; with --json also what it was and what it became.",
     list_options, history_examples, ""},
    {"registrar transfer-history", "show what happened to a transfer", "TRANSFER",
     "Shows every step of a transfer, newest first, as registrar history does.", list_options,
     transfer_history_examples, ""},
    {"token create", "make an access token", "",
     "Makes a token and prints it, this once: the store keeps only a hash of it. Who may do what with which role, "
     "docs/guide/registrars.md says. Without --expires it is valid as long as the service's settings say.",
     create_options, create_examples, ""},
    {"token list", "list access tokens", "",
     "Lists tokens: id, state, role, expiry, registrar, label; never the token.", list_options, token_list_examples,
     ""},
    {"token show", "show what a token is", "[ID]", "Shows a token, or without an ID who asks.", reach_options,
     token_show_examples, ""},
    {"token revoke", "revoke an access token", "ID",
     "Revokes a token, at once and for ever, and with it those that it made, and those that they made; it shows which. "
     "With --keep-made an administrator lets them be valid on.",
     revoke_options, revoke_examples, ""},
    {"token history", "show what happened to a token", "ID",
     "Shows every change of a token, newest first: the number of the event, when, what, by whom, and the hash in the "
     "chain of all events; with --json also what it was and what it became.",
     list_options, token_history_examples, ""},
};

} // namespace

std::span<const verb_spec> registrar_verb_table() noexcept { return verbs; }

} // namespace uniform::command
