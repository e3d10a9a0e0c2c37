package io.grizzlythrift.inspect;

import io.grizzlythrift.frame.Dialect;
import java.time.Duration;
import java.util.Optional;

/**
 * An open connection of a server. Immutable; each value was read separately.
 *
 * @param peer the address of the peer
 * @param local the address of the server that the peer has connected to
 * @param dialect how messages are delimited; empty before the first call. A peer that changes it is shown with the dialect of its
 *     first call, or with {@link Dialect#HEADER} once a call had a header
 * @param protocol the name of the protocol of the first call; empty before it, and over HTTP
 * @param tls whether it uses TLS
 * @param established whether calls can arrive: the TLS handshake and the negotiation of SASL are complete
 * @param identity who the peer is; empty if that was not proved
 * @param inFlight calls without a written reply
 * @param replied those of them whose reply is ready: it is being written, or waits for the reply to an earlier call
 * @param waitingReads reads whose calls wait in the queue of the strategy
 * @param threads threads that run its calls, if the strategy has a queue; otherwise 0
 * @param unsentBytes bytes of replies that the socket has not taken
 * @param bufferedBytes its part of the memory budget, in bytes
 * @param readingPaused whether nothing is read from it because a limit is reached
 * @param age the time since it was accepted
 * @param idle how long it has had no calls, as of the last check of timeouts; zero if it has some
 */
public record ConnectionSnapshot(
        String peer,
        String local,
        Optional<Dialect> dialect,
        Optional<String> protocol,
        boolean tls,
        boolean established,
        Optional<String> identity,
        long inFlight,
        long replied,
        int waitingReads,
        int threads,
        long unsentBytes,
        long bufferedBytes,
        boolean readingPaused,
        Duration age,
        Duration idle) {}
