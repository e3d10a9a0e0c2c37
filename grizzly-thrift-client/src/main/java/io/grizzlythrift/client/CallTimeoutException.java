package io.grizzlythrift.client;

import java.time.Duration;

/** The deadline of a call passed before its reply was there. The connection goes on; a late reply is dropped. */
public final class CallTimeoutException extends CallFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    /** @param hint what may be the reason, behind a semicolon, or empty */
    CallTimeoutException(String method, String endpoint, boolean mayHaveRun, Duration timeout, String hint) {
        super(
                FailureCause.TIMED_OUT,
                method,
                endpoint,
                mayHaveRun,
                method + " to " + endpoint + " timed out after " + timeout.toNanos() / 1_000_000.0 + " ms"
                        + suffix(mayHaveRun) + hint,
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
