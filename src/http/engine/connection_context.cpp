#include "http/engine/connection_context.hpp"

#include <ctime>
#include <random>
#include <utility>

#include <uniform/base/hex.hpp>

namespace uniform::http {

pending_pool &lanes::of(const pending &p) const noexcept {
    if (p.verifies != verifying::nothing) return hashing;
    if (p.urgent) return urgent;
    if (p.place != nullptr) return streamed;
    if (!p.not_in_memory) return common;
    return together != nullptr ? *together : readers;
}

std::size_t lanes::share_out() const {
    if (running == nullptr) return 0;
    const std::uint64_t before = running->begun();
    auto waiting = streamed.lines();
    return waiting.empty() ? 0 : running->share_out(std::move(waiting), before);
}

connection_context::connection_context(unsigned number, const engine_options &o, request_handler &h,
                                       const tls_context *t, lanes &p, ledger &l, budgets &b)
    : options(o),
      handler(h),
      tls(t),
      threads(p),
      counts(l),
      memory(b),
      index(number),
      timers(o.clock()),
      now(o.clock()),
      scratch(new char[scratch_size]) {
    std::random_device random;
    const std::uint32_t prefix = random();
    for (unsigned n = 0; n < 8; ++n) id_[n] = base::lower_hex[prefix >> (4 * n) & 15U];
    fields.reserve(options.fields_limit + 1);
    out.reserve(scratch_size);
    look_at_clock();
}

std::string_view connection_context::next_id() noexcept {
    const std::uint32_t number = id_next_++;
    for (unsigned n = 0; n < 8; ++n) id_[15 - n] = base::lower_hex[number >> (4 * n) & 15U];
    return {id_, 16};
}

void connection_context::look_at_clock() noexcept {
    now = options.clock();
    date_.set(std::time(nullptr));
}

} // namespace uniform::http
