package io.grizzlythrift.client.call;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A call as it begins. Thread-safe. */
public interface ClientCallInfo {
    /** {@return the name of the method} */
    String method();

    /** {@return the name by which a multiplexed server knows the service; empty for a plain call} */
    Optional<String> service();

    /** {@return whether no reply is expected} */
    boolean oneway();

    /** {@return the time from the start of the call to its deadline} */
    Duration timeout();

    /**
     * {@return the headers that the call carries so far: those of the client, of the stub, and what interceptors added;
     * unmodifiable, ignores the case of names; empty if the calls of the client have no headers: see {@link #addHeader}}
     */
    Map<String, String> headers();

    /**
     * Adds a header to this call, in place of one with the same name. For {@link ClientInterceptor#begin}.
     *
     * @param name not blank; upper and lower case are the same
     * @param value any text
     * @return whether the call carries it: false, and nothing happens, if the dialect of the client is not {@code HEADER},
     *     unless an interceptor {@linkplain ClientInterceptor#writesArgumentHeaders writes argument headers}; or if the
     *     interceptors have returned
     * @throws IllegalArgumentException if the name is blank, or the headers of the call count more than {@value
     *     io.grizzlythrift.header.HeaderMap#MAX_BYTES} bytes, by the rule of that class; unless it is caught, this rejects the call
     */
    boolean addHeader(String name, String value);
}
