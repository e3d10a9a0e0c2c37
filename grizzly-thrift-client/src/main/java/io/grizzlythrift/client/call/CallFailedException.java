package io.grizzlythrift.client.call;

import java.util.Objects;
import org.apache.thrift.transport.TTransportException;

/**
 * A call ended without a reply. The message names the method, the endpoint and the cause; {@link #mayHaveRun()} says
 * whether it is safe to send the call again.
 *
 * <p>As a {@link TTransportException} it passes through the {@code throws} clause of every generated method, and code
 * written for other clients catches it as before.
 */
public class CallFailedException extends TTransportException {
    private static final long serialVersionUID = 1L;

    private final FailureCause failure;
    private final String method;
    private final String endpoint;
    private final boolean mayHaveRun;

    /**
     * A failure whose message names the method, the endpoint, the reason and whether the call may have run.
     *
     * @param failure why the call failed
     * @param method the method that was called
     * @param endpoint host and port; all endpoints if none was chosen yet
     * @param mayHaveRun whether the call was handed to the socket, in part or whole
     * @param reason what the message says of it
     * @param cause what was thrown; null if nothing was
     */
    public CallFailedException(
            FailureCause failure, String method, String endpoint, boolean mayHaveRun, String reason, Throwable cause) {
        this(
                method + " to " + endpoint + " failed: " + reason + suffix(mayHaveRun),
                failure,
                method,
                endpoint,
                mayHaveRun,
                cause);
    }

    CallFailedException(
            String message, FailureCause failure, String method, String endpoint, boolean mayHaveRun, Throwable cause) {
        super(failure.transportType(), message, cause);
        this.failure = failure;
        this.method = Objects.requireNonNull(method, "method");
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.mayHaveRun = mayHaveRun;
    }

    static String suffix(boolean mayHaveRun) {
        return mayHaveRun ? "; it may have run" : "; it was not sent";
    }

    /**
     * Why the call failed.
     *
     * @return the cause, as it is counted in the counters of the client
     */
    public FailureCause failure() {
        return failure;
    }

    /**
     * The method that was called.
     *
     * @return its name, as the generated interface spells it
     */
    public String method() {
        return method;
    }

    /**
     * Where the call went, or would have gone.
     *
     * @return host and port; all endpoints of the client if none was chosen yet
     */
    public String endpoint() {
        return endpoint;
    }

    /**
     * Whether the call was handed to the socket, in part or whole, so that the server may have run it.
     *
     * @return false if it certainly did not run
     */
    public boolean mayHaveRun() {
        return mayHaveRun;
    }
}
