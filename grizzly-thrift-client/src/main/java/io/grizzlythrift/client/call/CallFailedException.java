package io.grizzlythrift.client.call;

import java.util.Objects;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a call ended without a reply, or the server rejected it. The message names the method, the endpoint and the
 * cause; {@link #mayHaveRun()} says whether it is safe to send the call again.
 *
 * <p>Because it is a {@link TTransportException}, every generated method may throw it, and code written for other
 * clients catches it.
 */
public class CallFailedException extends TTransportException {
    private static final long serialVersionUID = 1L;

    private final FailureCause failure;
    private final String method;
    private final String endpoint;
    private final boolean mayHaveRun;

    /**
     * Creates a failure whose message names the method, the endpoint, the reason and whether the call may have run.
     *
     * @param failure why the call failed
     * @param method the name of the method
     * @param endpoint host and port, or all endpoints if none was chosen yet
     * @param mayHaveRun whether the call was handed to the socket, at least in part
     * @param reason the reason in words
     * @param cause the exception that ended the call; null if there is none
     */
    @SuppressWarnings("exports") // JSpecify is optional at run time
    public CallFailedException(
            FailureCause failure,
            String method,
            String endpoint,
            boolean mayHaveRun,
            String reason,
            @Nullable Throwable cause) {
        this(
                method + " to " + endpoint + " failed: " + reason
                        + (failure.isRejection() ? "; it did not run" : suffix(mayHaveRun)),
                failure,
                method,
                endpoint,
                mayHaveRun,
                cause);
    }

    CallFailedException(
            String message,
            FailureCause failure,
            String method,
            String endpoint,
            boolean mayHaveRun,
            @Nullable Throwable cause) {
        super(failure.transportType(), message, cause);
        this.failure = failure;
        this.method = Objects.requireNonNull(method, "method");
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.mayHaveRun = mayHaveRun;
    }

    static String suffix(boolean mayHaveRun) {
        return mayHaveRun ? "; it may have run" : "; it was not sent";
    }

    /** {@return why the call failed} */
    public FailureCause failure() {
        return failure;
    }

    /** {@return the name of the method, as in the generated interface} */
    public String method() {
        return method;
    }

    /** {@return the host and port that the call went to, or all endpoints of the client if none was chosen yet} */
    public String endpoint() {
        return endpoint;
    }

    /**
     * {@return whether the server may have run the call, because it was handed to the socket at least in part and not
     * rejected}
     */
    public boolean mayHaveRun() {
        return mayHaveRun;
    }
}
