// uniform registrar transfer, transfers, accept, refuse and withdraw.

#include <string>
#include <string_view>

#include <uniform/base/enum_names.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/transfers.hpp>

#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

void show_transfer(const json::value &t) {
    print_cells({{"transfer " + member_of(t, "id")}});
    for (const char *const member :
         {"prefix", "from", "to", "state", "note", "answer", "requested_by", "requested", "decided_by", "decided"}) {
        std::string label = member;
        if (label.contains('_')) label.replace(label.find('_'), 1, " ");
        print_member(label, member_of(t, member));
    }
}

int send_transfer(const service_options &o, std::string path, const json::value &body) {
    return call_service(o, {.method = "POST", .path = std::move(path), .body = json::to_text(body)}, show_transfer);
}

using transfer_options = with<service_options, json_row, reason_option>;

int transfer(const transfer_options &o) {
    json::value body = json::object{{"prefix", o.arguments[0]}, {"to", o.arguments[1]}};
    if (o.reason) body.set("note", *o.reason);
    return send_transfer(o, "/api/v1/transfers", body);
}

int decide(const transfer_options &o, std::string_view decision) {
    json::value body = json::object{};
    if (o.reason) body.set("answer", *o.reason);
    return send_transfer(o, "/api/v1/transfers/" + http::path_segment(o.arguments[0]) + '/' + std::string{decision},
                         body);
}
int accept(const transfer_options &o) { return decide(o, "accept"); }
int refuse(const transfer_options &o) { return decide(o, "refuse"); }
int withdraw_transfer(const transfer_options &o) { return decide(o, "withdraw"); }

struct transfers_options : with<service_options, json_row, limit_row> {
    std::string state;

    static constexpr auto rows() {
        return std::array{
            option<&transfers_options::state>({heading::rules, 0, "state", "STATE", "Only transfers in this state.",
                                               joined_names<service::transfer_state_names, " ">, "all"})};
    }
};

int transfers(const transfers_options &o) {
    return list_from_service(o, "/api/v1/transfers" + query_of({{"state", o.state}}), [](const json::value &t) {
        print_cells({{member_of(t, "id"), 16},
                     {member_of(t, "state"), 9},
                     {member_of(t, "prefix"), 20},
                     {member_of(t, "from") + " -> " + member_of(t, "to")}});
    });
}

constexpr example transfer_examples[]{
    {"Request it; the other registrar accepts it",
     "uniform registrar transfer example:library: archive --reason 'the library closes'"},
};
constexpr example transfers_examples[]{
    {"Those that wait for a decision", "uniform registrar transfers --state requested"},
};
constexpr example accept_examples[]{{"Accept the prefix", "uniform registrar accept 3f2a91c05d7e"}};
constexpr example refuse_examples[]{
    {"Refuse it", "uniform registrar refuse 3f2a91c05d7e --reason 'we have no books'"},
};
constexpr example withdraw_transfer_examples[]{{"It was a mistake", "uniform registrar withdraw 3f2a91c05d7e"}};

} // namespace

const command registrar_transfer_command = command_of<transfer>(
    {"registrar transfer", "request that a prefix moves to another registrar", "PREFIX ID",
     "Requests that a delegated prefix moves to another registrar. The registrar that did not request it accepts or "
     "refuses it; after a request by a manager, that is the new registrar.",
     transfer_examples});

const command registrar_transfers_command = command_of<transfers>(
    {"registrar transfers", "list transfers of prefixes", "",
     "Lists the transfers that concern the client: id, state, prefix, the old and the new registrar.",
     transfers_examples});

const command registrar_accept_command = command_of<accept>(
    {"registrar accept", "accept a transfer", "TRANSFER",
     "Accepts a transfer: the prefix is delegated to the new registrar from then on.", accept_examples});

const command registrar_refuse_command =
    command_of<refuse>({"registrar refuse", "refuse a transfer", "TRANSFER", "Refuses a transfer.", refuse_examples});

const command registrar_withdraw_command = command_of<withdraw_transfer>(
    {"registrar withdraw", "withdraw the request for a transfer", "TRANSFER",
     "Withdraws the request for a transfer before it is decided.", withdraw_transfer_examples});

} // namespace uniform::cli
