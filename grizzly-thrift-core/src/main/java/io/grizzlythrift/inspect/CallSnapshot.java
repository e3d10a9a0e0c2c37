package io.grizzlythrift.inspect;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A call in flight. Names come from its peer, and may contain any characters. Immutable.
 *
 * @param service the service; empty if the call names none
 * @param method the method, at most {@value #MAX_NAME_CHARS} characters; empty if it waits and only a decoder could tell, because
 *     it is compressed or in a protocol of the application
 * @param state where it is
 * @param age the time since it was read
 * @param remaining the time to its deadline, zero if that has passed: {@code callTimeout}, or the timeout of its client if that is
 *     less. The latter is known once the call runs
 * @param peer the address of its peer
 * @param identity who makes it; empty if that was not proved, or is not known yet
 * @param thread the name of the thread that runs it; empty unless it is {@link CallState#RUNNING}
 * @param stack the innermost frames of that thread; empty if they were not requested, or the call ended meanwhile
 */
public record CallSnapshot(
        String service,
        String method,
        CallState state,
        Duration age,
        Duration remaining,
        String peer,
        Optional<String> identity,
        Optional<String> thread,
        List<StackTraceElement> stack) {
    /** The maximum length of a name, in characters: {@value}. */
    public static final int MAX_NAME_CHARS = 200;

    /**
     * Creates the snapshot of a call.
     *
     * @param service the service
     * @param method the method
     * @param state where it is
     * @param age the time since it was read
     * @param remaining the time to its deadline
     * @param peer the address of its peer
     * @param identity who makes it
     * @param thread the name of the thread that runs it
     * @param stack the innermost frames of that thread; copied
     */
    public CallSnapshot {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(age, "age");
        Objects.requireNonNull(remaining, "remaining");
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(thread, "thread");
        stack = List.copyOf(stack);
    }
}
