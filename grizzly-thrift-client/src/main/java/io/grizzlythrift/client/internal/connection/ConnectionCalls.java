package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallDeadlines;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.call.WriteQueue;
import io.grizzlythrift.internal.util.LongLivedThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of one connection: takes them, accounts for those that are written, and for those that leave without a reply.
 *
 * <pre>
 *   take --> encoded --> queued --> sent --> reply: ReplyDispatcher
 *    |          |           |         |
 *    |          |           |         +-- abandoned: keeps its slot until the late reply comes
 *    +----------+-----------+------------ abandoned: the writer skips it
 * </pre>
 *
 * <p>The thread that ends a call accounts for it here. Thread-safe.
 */
final class ConnectionCalls implements WriteQueue.Listener {
    /** The maximum number of calls beyond those in flight: oneway calls that are about to be written. */
    private static final int MAX_ONEWAY_WAITING = 1024;

    /**
     * A connection to which nothing can be written ends once its queue holds more ended calls than this multiple of its
     * maximum number of calls.
     */
    private static final int MAX_ENDED_IN_QUEUE_FACTOR = 2;

    /**
     * A connection without any reply is open at least this long before it is replaced because of abandoned calls: a server that
     * hangs gets few connections, however many calls of short patience it gets.
     */
    private static final long MIN_UNPROVEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PooledConnection connection;
    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final int maxInFlight;
    private final InFlightTable table;
    private final CallDeadlines deadlines;
    private final WriteQueue writeQueue;
    private final HeadOfLineDetector headOfLine;
    private final FailedCalls failed;

    /** The number of abandoned calls that were sent and have no reply yet. */
    private final AtomicInteger awaitingLateReply = new AtomicInteger();

    /** The number of calls that ended in the queue and have not been skipped yet. */
    private final AtomicInteger endedInQueue = new AtomicInteger();

    ConnectionCalls(PooledConnection connection, ClientContext context, ConnectedEndpoint endpoint) {
        this.connection = connection;
        this.context = context;
        this.endpoint = endpoint;
        maxInFlight = context.maxInFlight();
        table = new InFlightTable(maxInFlight + MAX_ONEWAY_WAITING);
        writeQueue = new WriteQueue(maxInFlight, this);
        headOfLine = new HeadOfLineDetector(table, context.slowMethods(), context.clock(), endpoint::roundTripNanos);
        failed = new FailedCalls(connection, context, endpoint, this);
        deadlines = new CallDeadlines(context.threads().timers(), context.clock(), table, failed);
    }

    InFlightTable table() {
        return table;
    }

    WriteQueue writeQueue() {
        return writeQueue;
    }

    HeadOfLineDetector headOfLine() {
        return headOfLine;
    }

    FailedCalls failed() {
        return failed;
    }

    /** Checks deadlines and hedges no later than this time. */
    void checkBy(long time) {
        deadlines.checkBy(time);
    }

    // ---- a call comes

    /** Takes a call if there is room for it. */
    boolean take(PendingCall call) {
        int before = table.register(call, connection, mostFor(call));
        if (before < 0) {
            return false;
        }
        if (before >= maxInFlight) { // a oneway call behind others
            call.sendBy(context.now() + context.config().maxWait().toNanos());
        }
        deadlines.watch(call);
        return true;
    }

    /** {@return whether there is room for a call} */
    boolean hasRoomFor(PendingCall call) {
        return table.size() < mostFor(call);
    }

    /** {@return whether a call that has not ended has a timeout longer than this} */
    boolean mayTakeLonger(long nanos) {
        boolean[] found = {false};
        table.forEach(call -> found[0] |= call.state() < PendingCall.ENDED && call.timeoutNanos() > nanos);
        return found[0];
    }

    /** Oneway calls need no slot in flight. */
    private int mostFor(PendingCall call) {
        return call.isOneway() ? table.limit() : maxInFlight;
    }

    // ---- a call that was taken is not sent; on the thread that encodes it

    /** Ends a call that could not be encoded. */
    void notEncoded(PendingCall call, String reason, Throwable thrown) {
        endUnencoded(call, new EndReason(FailureCause.UNWRITABLE_CALL, reason, thrown));
    }

    /** Ends a call for which there is no memory. */
    void noMemory(PendingCall call, String size) {
        context.memory().countRejection();
        endUnencoded(call, EndReason.noCapacity(context.memory().fullReason(size)));
    }

    private void endUnencoded(PendingCall call, EndReason why) {
        CallFailedException failure = why.failure(call, endpoint.name(), false);
        if (call.abandon() != PendingCall.NEW) {
            endedBefore(call);
            return;
        }
        table.remove(call);
        call.releaseFrame();
        if (call.hasWaited()) { // on this thread, another call made room for it
            context.completion().failed(call, failure);
        } else {
            context.completion().failedHere(call, failure);
        }
        leftRoom();
    }

    /** Accounts for a call that ended before it could be queued: the writer will not skip it. */
    void endedBefore(PendingCall call) {
        call.releaseFrame();
        endedInQueue.decrementAndGet();
    }

    // ---- a call is written; on the thread that writes

    @Override
    public void sending(PendingCall call) {
        call.updateTimeout(context.now());
    }

    @Override
    public void sent(int count) {
        context.completion().counters().count(LiveCounters.Event.SENT, count);
    }

    @Override
    public void released(long bytes) {
        context.memory().giveBack(bytes);
    }

    @Override
    public void skipped() {
        endedInQueue.decrementAndGet();
    }

    @Override
    public void onewaySent(PendingCall call) {
        boolean inTime = call.end();
        if (!inTime) { // abandoned while it was being written
            awaitingLateReply.decrementAndGet();
        }
        table.remove(call);
        if (inTime) {
            context.completion().sent(call);
        }
        leftRoom();
    }

    /** A call has left its slot. The retirement is not checked here: the caller may be in the middle of its work. */
    private void leftRoom() {
        connection.ending().checkLater();
        endpoint.roomMade();
    }

    /**
     * {@inheritDoc} On the selector thread unless the current thread belongs to a client or a server: Grizzly would leave
     * its caches on any other thread, and keep the class loader of an application in memory.
     */
    @Override
    public void runWrite(Runnable write) {
        if (LongLivedThreads.isCurrent()) {
            write.run();
        } else {
            connection.runOnSelector(write);
        }
    }

    @Override
    public void writeFailed(Throwable cause) {
        try {
            connection.runOnSelector(() ->
                    connection.end(new EndReason(FailureCause.CONNECTION_RESET, "writing failed: " + cause, cause)));
        } catch (Throwable t) {
            connection.broken(cause);
        }
    }

    // ---- a call ends without a reply

    /** Ends a call without a reply. Returns its previous state, as {@link PendingCall#abandon()} does. */
    int abandon(PendingCall call) {
        int before = call.abandon();
        if (before < PendingCall.ENDED) {
            abandoned(call, before);
        }
        return before;
    }

    /** Accounts for a call that was just ended in this state, and frees what it no longer needs. Allocates nothing. */
    void abandoned(PendingCall call, int before) {
        if (before < PendingCall.SENT) {
            endedInQueue.incrementAndGet();
            table.remove(call);
            call.releaseFrame();
            if (before == PendingCall.ENCODED) {
                context.memory().giveBack(call.frameLength());
            }
        } else {
            awaitingLateReply.incrementAndGet();
            headOfLine.abandoned(call);
        }
    }

    /** {@return the number of abandoned calls that were sent and have no reply yet} */
    int awaitingLateReply() {
        return awaitingLateReply.get();
    }

    /** Accounts for the late reply to an abandoned call. */
    void repliedLate() {
        awaitingLateReply.decrementAndGet();
    }

    /**
     * Skips ended calls in the queue. Retires the connection if abandoned calls take all its slots in flight: what they say
     * about the server was recorded for each of them. Ends it if they pile up in a queue that cannot be written.
     */
    void afterAbandoning() {
        if (!connection.isOpened()) {
            return;
        }
        writeQueue.flush();
        connection.ending().checkLater();
        if (awaitingLateReply.get() >= maxInFlight) {
            retire();
        } else if (writeQueue.waitsForSocket() && endedInQueue.get() > MAX_ENDED_IN_QUEUE_FACTOR * maxInFlight) {
            connection.end(EndReason.noCapacity(
                    "nothing can be written, and " + endedInQueue.get() + " queued calls were abandoned"));
        }
        endpoint.roomMade();
    }

    private void retire() {
        long early = connection.isProven() ? 0 : MIN_UNPROVEN_NANOS - connection.ageNanos();
        if (early <= 0) {
            connection.ending().retireUnused();
        } else if (!connection.isClosed()) {
            context.threads().timers().schedule(context.now() + early, this::afterAbandoning);
        }
    }

    // ---- the connection ends

    /** Fails all calls. May be called again. */
    void close(EndReason why) {
        deadlines.close();
        table.forEach(call -> failed.failLost(call, why));
        writeQueue.close();
    }
}
