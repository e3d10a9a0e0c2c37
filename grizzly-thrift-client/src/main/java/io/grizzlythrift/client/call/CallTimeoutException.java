package io.grizzlythrift.client.call;

import java.time.Duration;

/**
 * Thrown if the deadline of a call passed before its reply came, or, for a compressed reply to an asynchronous call, before
 * the client began to decompress it. The connection stays open; a late reply is dropped.
 */
public final class CallTimeoutException extends CallFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    /**
     * Creates the exception of one call.
     *
     * @param method the name of the method
     * @param endpoint host and port
     * @param mayHaveRun whether the call was handed to the socket, at least in part
     * @param timeout the time from the start of the call to its deadline
     * @param hint a possible reason, starting with a semicolon; empty for none
     */
    public CallTimeoutException(String method, String endpoint, boolean mayHaveRun, Duration timeout, String hint) {
        super(
                method + " to " + endpoint + " timed out after " + timeout.toNanos() / 1_000_000.0 + " ms"
                        + suffix(mayHaveRun) + hint,
                FailureCause.TIMED_OUT,
                method,
                endpoint,
                mayHaveRun,
                null);
        this.timeout = timeout;
    }

    /** {@return the time from the start of the call to its deadline} */
    public Duration timeout() {
        return timeout;
    }
}
