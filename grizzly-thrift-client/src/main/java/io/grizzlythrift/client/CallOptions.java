package io.grizzlythrift.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What the calls of one stub do otherwise than the client's configuration says. Immutable. */
public final class CallOptions {
    private static final CallOptions NONE = new CallOptions(Optional.empty());

    private final Optional<Duration> timeout;

    private CallOptions(Optional<Duration> timeout) {
        this.timeout = timeout;
    }

    /**
     * Options that change nothing.
     *
     * @return the client's own settings
     */
    public static CallOptions create() {
        return NONE;
    }

    /**
     * The same options with a timeout of their own.
     *
     * @param callTimeout from the begin of each call to its deadline, 1 ms to 24 hours
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public CallOptions withTimeout(Duration callTimeout) {
        return new CallOptions(Optional.of(ThriftClientBuilder.requireBetween(
                "timeout",
                Objects.requireNonNull(callTimeout, "timeout"),
                ThriftClientBuilder.MIN_TIMEOUT,
                ThriftClientBuilder.MAX_CALL_TIMEOUT)));
    }

    /**
     * The time a call has.
     *
     * @return empty for the client's {@link ThriftClientConfig#callTimeout()}
     */
    public Optional<Duration> timeout() {
        return timeout;
    }
}
