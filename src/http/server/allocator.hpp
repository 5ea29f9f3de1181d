// The memory allocator of the process: what a peak has used goes back to the system.
#pragma once

namespace uniform::http {

/// Before other threads are started. Large blocks are then mappings of their own, which are returned when they are
/// freed, however many there were; and threads share few arenas, whose free memory is hard to return.
void configure_allocator() noexcept;

/// Returns free memory to the system if there is much of it; takes some milliseconds then. To be called from time to
/// time.
void return_free_memory() noexcept;

} // namespace uniform::http
