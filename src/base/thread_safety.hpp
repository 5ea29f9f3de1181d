// Clang's thread-safety annotations: which mutex guards what, and which function needs it. Clang reports what
// contradicts them, and every build with Clang takes that for an error (cmake/compiler.cmake); other compilers see
// nothing. Only base::mutex and the locks of base/mutex.hpp carry the annotations: std::mutex of libstdc++ has none.
//
//     void add(job j) UNIFORM_EXCLUDES(mutex_);                // locks it itself: who calls must not hold it
//     void wake_one() UNIFORM_REQUIRES(mutex_);                // who calls holds it
//     base::mutex mutex_;
//     std::deque<job> jobs_ UNIFORM_GUARDED_BY(mutex_);        // read and written under the mutex alone
//
// A lambda is a function of its own: [this]() UNIFORM_REQUIRES(mutex_) { return !jobs_.empty(); }
#pragma once

#ifdef __clang__
#define UNIFORM_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define UNIFORM_THREAD_SAFETY(attribute)
#endif

/// A class whose objects are held and released, such as a mutex.
#define UNIFORM_CAPABILITY(name) UNIFORM_THREAD_SAFETY(capability(name))
/// A class whose constructor acquires a capability and whose destructor releases it.
#define UNIFORM_SCOPED_CAPABILITY UNIFORM_THREAD_SAFETY(scoped_lockable)

/// A variable that is used under the mutex alone.
#define UNIFORM_GUARDED_BY(mutex) UNIFORM_THREAD_SAFETY(guarded_by(mutex))

/// A function whose caller holds the mutexes; one whose caller holds none of them.
#define UNIFORM_REQUIRES(...) UNIFORM_THREAD_SAFETY(requires_capability(__VA_ARGS__))
#define UNIFORM_EXCLUDES(...) UNIFORM_THREAD_SAFETY(locks_excluded(__VA_ARGS__))

/// A function that returns holding the mutex, and one that releases it.
#define UNIFORM_ACQUIRE(...) UNIFORM_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define UNIFORM_RELEASE(...) UNIFORM_THREAD_SAFETY(release_capability(__VA_ARGS__))

/// A function that Clang does not check; a comment says why.
#define UNIFORM_NO_THREAD_SAFETY_ANALYSIS UNIFORM_THREAD_SAFETY(no_thread_safety_analysis)
