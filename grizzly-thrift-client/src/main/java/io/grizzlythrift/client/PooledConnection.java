package io.grizzlythrift.client;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameException;
import io.grizzlythrift.message.LogText;
import io.grizzlythrift.tls.TlsFilter;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the pool, from the decision to connect to its end. It takes calls from the begin; they wait until
 * it is open. Any thread may call any method that is not said to be for one.
 */
final class PooledConnection implements Outbound.Listener, CallDeadlines.Listener {
    /** So many times the calls it may have can end in the queue of a connection that does not take a byte. */
    private static final int MAX_ENDED_IN_QUEUE_FACTOR = 2;

    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    /** Why a connection ended, and what its calls are told. */
    private record End(FailureCause cause, String reason, Throwable thrown) {}

    private final ClientParts parts;
    private final Endpoint endpoint;
    private final InFlightTable calls;
    private final CallDeadlines deadlines;
    private final Outbound outbound;

    /** Calls that were sent and given up, and whose reply has not come. */
    private final AtomicInteger abandoned = new AtomicInteger();

    /** Calls that were given up while they were queued, and have not been passed over. */
    private final AtomicInteger endedInQueue = new AtomicInteger();

    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile TCPNIOConnection connection;
    private volatile End end;
    private volatile boolean proven;

    PooledConnection(ClientParts parts, Endpoint endpoint) {
        this.parts = parts;
        this.endpoint = endpoint;
        int inFlight = parts.config().maxInFlightPerConnection();
        calls = new InFlightTable(inFlight + parts.config().maxWaitingPerConnection());
        deadlines = new CallDeadlines(parts, calls, this);
        outbound = new Outbound(inFlight, this);
    }

    /** Host and port. */
    String endpoint() {
        return endpoint.name();
    }

    /** How many calls it has: waiting, in flight, or given up and not answered. */
    int load() {
        return calls.size();
    }

    boolean isClosed() {
        return end != null;
    }

    /** Whether a reply ever came. */
    boolean isProven() {
        return proven;
    }

    // ---- calls

    /**
     * Takes a call if there is room for it. The call is then registered, and must be handed to {@link #send} or given
     * up.
     */
    boolean take(Call call) {
        int before = calls.register(call, this);
        if (before < 0) {
            return false;
        }
        if (before >= parts.config().maxInFlightPerConnection()) {
            call.sendBy(parts.now() + parts.config().maxWait().toNanos());
        }
        deadlines.watch(call);
        return true;
    }

    /** Sends a call that was taken and encoded. */
    void send(Call call) {
        outbound.add(call);
        if (isClosed()) {
            fail(call, end);
            return;
        }
        if (Thread.currentThread() instanceof ClientThread thread
                && thread.belongsTo(parts.threads())
                && thread.flushLater(outbound)) {
            return;
        }
        if (calls.size() > 1 && connection != null) {
            // Replies are on their way, and so may be more calls: they leave together.
            if (outbound.takeRole()) {
                runOnSelector(outbound::write);
            }
        } else {
            outbound.flush();
        }
    }

    /** The caller gives a call up. Returns false if the call has ended already. */
    boolean cancel(Call call) {
        if (giveUp(call) < 0) {
            return false;
        }
        parts.outcomes().cancelled(call);
        afterGivingUp();
        return true;
    }

    /** Ends a call without a reply. Returns its state before, or -1 if it had ended already. */
    private int giveUp(Call call) {
        int before = call.giveUp();
        switch (before) {
            case Call.QUEUED -> {
                endedInQueue.incrementAndGet();
                calls.remove(call);
                call.releaseFrame();
            }
            case Call.SENT -> abandoned.incrementAndGet();
            default -> {
                return -1;
            }
        }
        return before;
    }

    /** Passes over what ended in the queue; closes a connection that only holds calls that were given up. */
    private void afterGivingUp() {
        if (connection == null) {
            return;
        }
        outbound.flush();
        int maxInFlight = parts.config().maxInFlightPerConnection();
        if (abandoned.get() >= maxInFlight) {
            end(FailureCause.NO_CAPACITY, "all " + maxInFlight + " calls in flight were given up unanswered", null);
        } else if (outbound.waitsForSocket() && endedInQueue.get() > MAX_ENDED_IN_QUEUE_FACTOR * calls.limit()) {
            end(FailureCause.NO_CAPACITY, "nothing can be written, and " + endedInQueue + " calls were given up", null);
        }
    }

    /** A call that was taken could not be encoded: it never gets into the queue. */
    void notEncoded(Call call, String reason, Throwable thrown) {
        if (call.giveUp() == Call.QUEUED) {
            calls.remove(call);
            parts.outcomes()
                    .failedHere(call, failure(call, new End(FailureCause.UNWRITABLE_CALL, reason, thrown), false));
        } else {
            endedInQueue.decrementAndGet();
        }
    }

    // ---- deadlines, on the thread of the wheel

    @Override
    public void overdue(Call call, long now) {
        int before = giveUp(call);
        if (before < 0) {
            return;
        }
        boolean sent = before == Call.SENT;
        if (now >= call.deadline()) {
            parts.outcomes().failed(call, new CallTimeoutException(call.method(), endpoint(), sent, call.timeout()));
        } else {
            long waited = parts.config().maxWait().toMillis();
            String reason = "no place in flight was free within " + waited + " ms";
            parts.outcomes().failed(call, failure(call, new End(FailureCause.NO_CAPACITY, reason, null), sent));
        }
    }

    @Override
    public void overdueEnded() {
        afterGivingUp();
    }

    // ---- replies, on the selector thread of the connection

    void replies(FrameBatch batch) {
        CallCodec codec = parts.codecs().take();
        int answered = 0;
        try {
            for (int i = 0; i < batch.size() && !isClosed(); i++) {
                answered += reply(codec, batch.array(i), batch.offset(i), batch.length(i)) ? 1 : 0;
            }
        } finally {
            parts.codecs().giveBack(codec);
        }
        outbound.countReplies(answered);
        outbound.flush();
    }

    /** Returns whether it was the reply to a call, even if that was given up. */
    private boolean reply(CallCodec codec, byte[] array, int offset, int length) {
        TMessage header;
        try {
            header = codec.read(array, offset, length);
        } catch (TException | RuntimeException e) {
            codec.renew();
            String what = "a frame is not a message of the client's protocol: ";
            end(new End(FailureCause.PROTOCOL_ERROR, what + e, e), what + LogText.of(e));
            return false;
        }
        Call call = calls.find(header.seqid);
        if (call == null || call.isOneway()) {
            parts.outcomes().counters().countUnknownReply();
            return false;
        }
        if (call.end()) {
            calls.remove(call);
            prove();
            call.replied(codec);
            return true;
        }
        if (call.state() == Call.ABANDONED) {
            calls.remove(call);
            prove();
            abandoned.decrementAndGet();
            parts.outcomes().counters().countLateReply();
            return true;
        }
        parts.outcomes().counters().countUnknownReply(); // the call was never sent
        return false;
    }

    private void prove() {
        if (!proven) {
            proven = true;
        }
    }

    // ---- what the outbound tells

    @Override
    public void sent(int count) {
        parts.outcomes().counters().countSent(count);
    }

    @Override
    public void onewaySent(Call call) {
        calls.remove(call);
        if (call.end()) {
            parts.outcomes().sent(call);
        } else { // given up when it was on its way already
            abandoned.decrementAndGet();
        }
    }

    @Override
    public void passedOver() {
        endedInQueue.decrementAndGet();
    }

    @Override
    public void writeFailed(Throwable cause) {
        runOnSelector(() -> end(FailureCause.CONNECTION_RESET, "writing failed: " + cause, cause));
    }

    // ---- begin and end

    /** The connection is there. On its selector thread, before anything is read. */
    void opened(TCPNIOConnection opened) {
        connection = opened;
        if (endpoint.opened(this)) {
            outbound.open(opened, parts.config().tls().isEmpty());
            if (LOG.isDebugEnabled()) {
                LOG.debug("client '{}': {} connected to {}", clientName(), opened.getLocalAddress(), endpoint());
            }
        } else {
            opened.terminateSilently();
        }
    }

    /** It could not be opened. */
    void connectFailed(Throwable cause) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        end(FailureCause.CONNECT_FAILED, "connecting failed: " + reason, cause);
    }

    /** Runs a task on the selector thread of this connection; on the thread for callbacks before there is one. */
    void runOnSelector(Runnable task) {
        TCPNIOConnection current = connection;
        SelectorRunner runner = current == null ? null : current.getSelectorRunner();
        if (runner == null) {
            parts.threads().runCallback(task);
        } else {
            parts.threads().runOn(runner, task);
        }
    }

    /** Grizzly has closed the connection, whoever wanted it. */
    void closed(CloseReason reason) {
        Throwable thrown = reason.getCause();
        if (thrown instanceof FrameException) {
            end(FailureCause.PROTOCOL_ERROR, thrown.getMessage(), thrown);
        } else if (thrown instanceof EOFException) {
            end(FailureCause.CLOSED_BY_PEER, proven ? "closed by peer" : unprovenClose(), null);
        } else {
            end(FailureCause.CONNECTION_RESET, "connection lost: " + thrown, thrown);
        }
    }

    private String unprovenClose() {
        return "closed by peer before any reply came; does it speak framed "
                + parts.config().protocol() + "?";
    }

    /** Ends the connection, and all its calls with it. Does nothing the second time. */
    void end(FailureCause cause, String reason, Throwable thrown) {
        end(new End(cause, reason, thrown), reason);
    }

    /** @param logged the reason without anything that the peer wrote */
    private void end(End why, String logged) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        end = why;
        endpoint.lost(this, why.reason(), logged);
        deadlines.close();
        calls.forEach(call -> fail(call, why));
        TCPNIOConnection current = connection;
        if (current != null) {
            TlsFilter.closeNotify(current);
            current.terminateWithReason(new IOException(why.reason(), why.thrown()));
        }
        if (LOG.isDebugEnabled()) {
            Object local = current == null ? "a connection" : current.getLocalAddress();
            LOG.debug("client '{}': {} to {} closed: {}", clientName(), local, endpoint(), logged);
        }
    }

    private String clientName() {
        return parts.config().name();
    }

    private void fail(Call call, End why) {
        int before = giveUp(call);
        if (before >= 0) {
            parts.outcomes().failed(call, failure(call, why, before == Call.SENT));
        }
    }

    private CallFailedException failure(Call call, End why, boolean mayHaveRun) {
        return new CallFailedException(
                why.cause(),
                call.method(),
                endpoint(),
                mayHaveRun,
                call.method() + " to " + endpoint() + " failed: " + why.reason()
                        + CallFailedException.suffix(mayHaveRun),
                why.thrown());
    }
}
