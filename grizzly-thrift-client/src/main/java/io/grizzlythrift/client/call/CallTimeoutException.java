package io.grizzlythrift.client.call;

import java.time.Duration;

/** The deadline of a call passed before its reply was there. The connection goes on; a late reply is dropped. */
public final class CallTimeoutException extends CallFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    /**
     * A timeout of one call.
     *
     * @param method the method that was called
     * @param endpoint host and port
     * @param mayHaveRun whether the call was handed to the socket, in part or whole
     * @param timeout the time that the call had
     * @param hint what may be the reason, after a semicolon; or empty
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

    /**
     * The time that the call had.
     *
     * @return from the call's begin to its deadline
     */
    public Duration timeout() {
        return timeout;
    }
}
