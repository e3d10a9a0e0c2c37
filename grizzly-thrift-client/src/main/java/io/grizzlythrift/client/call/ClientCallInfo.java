package io.grizzlythrift.client.call;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Describes a call that is about to be sent. Thread-safe.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ClientCallInfo {
    /** {@return the name of the method} */
    String method();

    /** {@return the name of the service on a multiplexed server; empty for a plain call} */
    Optional<String> service();

    /** {@return whether no reply is expected} */
    boolean oneway();

    /** {@return the time from the start of the call to its deadline} */
    Duration timeout();

    /**
     * {@return the headers of the call so far: those of the client, of the stub, and those that interceptors added;
     * unmodifiable, with case-insensitive names; empty if calls of the client carry no headers: see {@link #addHeader}}
     */
    Map<String, String> headers();

    /**
     * Adds a header to this call, or replaces the one with the same name. Intended for {@link ClientInterceptor#begin}.
     *
     * @param name not blank; case-insensitive
     * @param value any text
     * @return true if the header was added; false, without any effect, if the dialect of the client is not {@code
     *     HEADER} and no interceptor {@linkplain ClientInterceptor#writesArgumentHeaders writes argument headers}, or
     *     if the interceptors have already returned
     * @throws IllegalArgumentException if the name is blank, or the headers of the call exceed 64 KiB, counted as names and
     *     values in UTF-8 and 160 bytes for each pair; if the interceptor does not catch it, the call is rejected
     */
    boolean addHeader(String name, String value);
}
