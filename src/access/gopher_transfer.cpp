// gopher: the bytes of the plan's "send" step, and then all that comes until the server closes (RFC 1436).

#include "access/transfer.hpp"

namespace uniform::access {

outcome carry_out_gopher(const access_plan &plan, transfer &t) {
    t.step = "connect to " + address(plan);
    std::string request;
    for (const access_step &s : plan.steps) {
        if (s.command == "send") request += s.argument.value_or("");
    }
    // libcurl adds the last line end itself. It reads the selector from the second character of the path on.
    if (request.ends_with("\r\n")) request.resize(request.size() - 2);
    if (request.contains('\0')) {
        t.step = "send";
        return std::unexpected{t.failed(access_problem::unsendable, "libcurl cannot send NUL in a selector")};
    }
    easy e{t};
    e.url(plan, "gopher", "/1" + encoded(request));
    e.deliver_body();
    const CURLcode code = e.perform();
    if (code != CURLE_OK) {
        double connected = 0; // seconds until then
        curl_easy_getinfo(e.get(), CURLINFO_CONNECT_TIME, &connected);
        if (connected > 0) t.step = "send " + request.substr(0, request.find_first_of("\t\r\n"));
        access_failure f = e.explain(code);
        f.step = t.step;
        return std::unexpected{std::move(f)};
    }
    access_result result;
    result.size = t.received();
    return result;
}

} // namespace uniform::access
