package io.grizzlythrift.internal.connection;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.inspect.ConnectionSnapshot;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.util.PeerText;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.queue.FlowState;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.thrift.protocol.TProtocolFactory;

/** Describes the connections of a server that have most to do. Of the others, it reads two numbers each. */
public final class BusiestConnections {
    private static final Comparator<Candidate> ORDER = Comparator.comparingLong(Candidate::inFlight)
            .thenComparingLong(Candidate::bytes)
            .thenComparingLong(Candidate::ageNanos);

    private final Optional<TProtocolFactory> framed;
    private final boolean tls;
    private final long now;

    private record Candidate(ServerConnection connection, long inFlight, long bytes, long ageNanos) {
        /** Compares as {@link #ORDER}, without an object for each connection of tens of thousands. */
        boolean isLessThan(long otherInFlight, long otherBytes, long otherAge) {
            if (inFlight != otherInFlight) {
                return inFlight < otherInFlight;
            }
            return bytes != otherBytes ? bytes < otherBytes : ageNanos < otherAge;
        }
    }

    /**
     * Begins to look.
     *
     * @param framed the protocol of framed messages; empty if their first byte tells it
     * @param tls whether connections use TLS
     * @param now as {@link System#nanoTime()}
     */
    public BusiestConnections(Optional<TProtocolFactory> framed, boolean tls, long now) {
        this.framed = framed;
        this.tls = tls;
        this.now = now;
    }

    /** {@return the open connections with most calls in flight, then with most bytes in the memory budget, then the oldest} */
    public Listing<ConnectionSnapshot> of(List<ServerConnection> all, int max) {
        PriorityQueue<Candidate> busiest = new PriorityQueue<>(ORDER);
        long open = 0;
        for (ServerConnection connection : all) {
            if (!connection.connection().isOpen()) {
                continue;
            }
            open++;
            long inFlight = connection.replyQueue().inFlight();
            long bytes = Math.max(0, connection.replyQueue().memory().bytes());
            long age = now - connection.timeouts().opened();
            if (busiest.size() < max) {
                busiest.add(new Candidate(connection, inFlight, bytes, age));
            } else if (max > 0 && busiest.element().isLessThan(inFlight, bytes, age)) {
                busiest.remove();
                busiest.add(new Candidate(connection, inFlight, bytes, age));
            }
        }
        List<Candidate> chosen = new ArrayList<>(busiest);
        chosen.sort(ORDER.reversed());
        return new Listing<>(chosen.stream().map(this::describe).toList(), open);
    }

    private ConnectionSnapshot describe(Candidate of) {
        ServerConnection connection = of.connection();
        ReplyQueue replies = connection.replyQueue();
        Optional<WireFormat> format = Optional.ofNullable(connection.firstFormat());
        CallFlow flow = connection.knownFlow();
        FlowState queue = flow == null ? null : flow.queues();
        return new ConnectionSnapshot(
                PeerText.of((SocketAddress) connection.connection().getPeerAddress()),
                PeerText.of((SocketAddress) connection.connection().getLocalAddress()),
                dialect(connection, format),
                format.map(known -> MessageProtocol.nameOf(FormatProtocols.factoryOf(known, framed))),
                tls,
                connection.isEstablished(),
                connection.identity().map(Identity::principal),
                of.inFlight(),
                Math.max(0, of.inFlight() - replies.awaitingReply()),
                queue == null ? 0 : Math.max(0, queue.waitingReads()),
                queue == null ? 0 : Math.max(0, queue.threads()),
                Math.max(0, replies.unsentBytes()),
                of.bytes(),
                connection.isReadingPaused(),
                Duration.ofNanos(of.ageNanos()),
                of.inFlight() > 0
                        ? Duration.ZERO
                        : Duration.ofNanos(
                                Math.max(0, now - connection.timeouts().idleSince())));
    }

    private static Optional<Dialect> dialect(ServerConnection connection, Optional<WireFormat> format) {
        if (connection.closesInResponse()) {
            return Optional.of(Dialect.HTTP);
        }
        return connection.hasHeaders() ? Optional.of(Dialect.HEADER) : format.map(WireFormat::dialect);
    }
}
