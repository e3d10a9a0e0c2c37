package io.grizzlythrift.internal.connection;

import java.time.Duration;

/** What proves the identity of a peer above TLS before its first call, such as SASL. The calls of other peers pass. */
public interface ConnectionSecurity {
    /** The numbers of frames of this layer begin here; those of frames and of records of TLS are above. */
    long FIRST_NUMBER = Long.MIN_VALUE;

    /** {@return whether a negotiation is awaited, or is not complete, so that no call can arrive} Thread-safe. */
    boolean isPending();

    /** {@return since when it is pending, in nanoseconds} Thread-safe. */
    long pendingSince();

    /** {@return how long it may be pending} */
    Duration timeout();

    /** Starts the time anew: the TLS handshake is complete. Called by the thread that reads. */
    void restart(long now);

    /** {@return the number of the incomplete frame of this layer, counted from {@link #FIRST_NUMBER}; 0 if there is none} */
    long incompleteFrame();

    /** {@return when that frame began, in nanoseconds} */
    long incompleteSince();

    /** Releases what is kept for the connection. Called by any thread, and possibly again. */
    void closed();

    /** {@return whether a number is one of this layer} */
    static boolean isNumber(long number) {
        return number < Long.MIN_VALUE / 2;
    }
}
