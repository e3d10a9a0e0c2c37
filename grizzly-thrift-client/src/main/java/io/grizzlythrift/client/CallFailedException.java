package io.grizzlythrift.client;

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

    CallFailedException(
            FailureCause failure, String method, String endpoint, boolean mayHaveRun, String message, Throwable cause) {
        super(failure.transportType(), message, cause);
        this.failure = Objects.requireNonNull(failure, "failure");
        this.method = Objects.requireNonNull(method, "method");
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.mayHaveRun = mayHaveRun;
    }

    /** What every message ends with. */
    static String suffix(boolean mayHaveRun) {
        return mayHaveRun ? "; it may have run" : "; it was not sent";
    }

    /**
     * Why the call failed.
     *
     * @return the cause, as it is counted in {@link ClientCounters#failed(FailureCause)}
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
