// Work without the interpreter's lock.
#pragma once

#include <exception>

#include <unistd.h>

#include <nanobind/nanobind.h>

namespace uniform::python {

// Takes the lock again. Where the interpreter ends, this ends a daemon thread: before Python 3.14 by pthread_exit(),
// whose unwinding calls std::terminate() at the first function that is noexcept, as destructors are and nanobind's
// calls of functions. So the thread waits here for the end of the process, without the lock, as from Python 3.14 on.
inline void lock_again(PyThreadState *state) {
    try {
        PyEval_RestoreThread(state);
    } catch (...) { // a function of C: it is that unwinding, which would go on behind this block
        for (;;) pause();
    }
}

// Does the work without the lock. Its exceptions reach the caller with the lock.
template <class Work>
void without_lock(Work work) {
    std::exception_ptr thrown;
    PyThreadState *const state = PyEval_SaveThread();
    try {
        work();
    } catch (...) {
        thrown = std::current_exception();
    }
    lock_again(state);
    if (thrown) std::rethrow_exception(thrown);
}

} // namespace uniform::python
