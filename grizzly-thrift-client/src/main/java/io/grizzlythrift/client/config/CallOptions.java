package io.grizzlythrift.client.config;

import io.grizzlythrift.option.Bounds;
import java.time.Duration;
import java.util.Optional;

/** Options of the calls of one stub, which override those of the client. Immutable. */
public final class CallOptions {
    /** The shortest timeout of a call: 1 ms. */
    public static final Duration MIN_TIMEOUT = Duration.ofMillis(1);

    /** The longest timeout of a call: 24 hours. */
    public static final Duration MAX_TIMEOUT = Duration.ofHours(24);

    private static final CallOptions NONE = new CallOptions(Optional.empty());

    private final Optional<Duration> timeout;

    private CallOptions(Optional<Duration> timeout) {
        this.timeout = timeout;
    }

    /** {@return options that override nothing} */
    public static CallOptions create() {
        return NONE;
    }

    /**
     * Returns these options with another timeout.
     *
     * @param callTimeout the time from the start of each call to its deadline, 1 ms to 24 hours
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public CallOptions withTimeout(Duration callTimeout) {
        return new CallOptions(Optional.of(Bounds.requireBetween("timeout", callTimeout, MIN_TIMEOUT, MAX_TIMEOUT)));
    }

    /** {@return the timeout of a call; empty for {@link ThriftClientConfig#callTimeout()}} */
    public Optional<Duration> timeout() {
        return timeout;
    }

    /** {@return the options that override those of the client} */
    @Override
    public String toString() {
        return "CallOptions[" + timeout.map(time -> "timeout=" + time).orElse("") + "]";
    }
}
