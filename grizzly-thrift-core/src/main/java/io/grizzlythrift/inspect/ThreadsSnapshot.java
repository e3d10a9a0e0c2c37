package io.grizzlythrift.inspect;

import java.time.Duration;

/**
 * The threads of a server with the same role. Virtual threads are not counted. Immutable.
 *
 * @param role the role, as in the names of the threads: {@code selector}, {@code worker}, {@code timeout-monitor}
 * @param count how many there are
 * @param runnable how many of them do not wait; selector threads that wait for events count, too
 * @param cpuTime the CPU time of those that live, since each was started; zero if the JVM does not tell
 */
public record ThreadsSnapshot(String role, int count, int runnable, Duration cpuTime) {}
