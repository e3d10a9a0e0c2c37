/**
 * Background threads, virtual threads, orderly shutdown, and atomic access to fields. {@code DaemonLoop} runs one step
 * after another on a daemon thread and parks between them, for timeouts, timers and late flushes. {@code ShutdownOnce}
 * runs one shutdown, however many threads request it.
 */
package io.grizzlythrift.thread;
