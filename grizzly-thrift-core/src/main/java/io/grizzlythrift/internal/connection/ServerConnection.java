package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.call.CancelledCalls;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.dispatch.QueuedBatches;
import io.grizzlythrift.internal.dispatch.SubmittedBatch;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.memory.MemoryOwner;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.util.IntrusiveSet;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.tls.TlsFilter;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of one connection: its calls in flight, its reply queue, its timeouts, and how it closes. The selector
 * thread of the connection reads and submits calls; replies, the timeout monitor and a shutdown come from other
 * threads. Fields that change are volatile, and every method that closes the connection can run more than once.
 */
public final class ServerConnection extends IntrusiveSet.Member
        implements ConnectionOrigin, ReplyQueue.Listener, MemoryOwner {
    /**
     * The largest read of an HTTP connection. Parsing requests and answering them, as for health, takes the reading thread
     * longer than calls in frames, and other connections wait. As large as a record of TLS.
     */
    public static final int HTTP_READ_BYTES = 16 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

    private static final VarHandle TERMINATED =
            VarHandles.of(MethodHandles.lookup(), ServerConnection.class, "terminated", boolean.class);

    private static final String STOPPING = "the server stops";
    private static final String BY_PEER = "by the peer";

    static {
        EarlyInitialization.of(LingeringClose.class);
    }

    private final Connection<?> connection;
    private final ConnectionContext context;
    private final FrameFilter frames;
    private final ReplyQueue replyQueue;

    /** Null until a strategy asks for it, which some never do. Made under the monitor of this object. */
    private volatile CallFlow flow;

    /** Batches that were not claimed at once; null until there is one, which never happens with some strategies. */
    private volatile QueuedBatches queuedBatches;

    /**
     * Created when reading first pauses or stops, under the monitor of this object. A thread that makes progress
     * and still reads null misses nothing: its progress happened before the throttle was set, and the reading thread looks
     * for progress after that.
     */
    private volatile ReadThrottle readThrottle;

    /** Null without TLS, and until its handshake is complete. */
    private volatile IncompleteRecord incompleteRecord;

    /** Null until a call asks for it, or SASL has proved it. Written under the monitor of this object. */
    private volatile Optional<Identity> identity;

    /** Null without SASL. Set before other threads see this object. */
    private ConnectionSecurity security;

    private final ConnectionTimeouts timeouts;
    private volatile ProcessorTable services = ProcessorTable.NONE;
    private volatile boolean established = true;
    private volatile boolean abandoned;

    /** Whether the socket closes as soon as it has taken the last reply. */
    private volatile boolean closing;

    /** Null unless the peer sends while the connection closes. */
    private volatile LingeringClose lingeringClose;

    /** Whether the peer has shut down its output while replies were owed. */
    private volatile boolean inputEnded;

    /** Whether a limit that terminates the connection was counted. Set once, by {@link #TERMINATED}. */
    @SuppressWarnings("UnusedVariable") // used through TERMINATED
    private volatile boolean terminated;

    private volatile boolean aboutToClose;
    private volatile boolean closesInResponse;

    /** The largest read. Used only by the thread that reads. */
    private int maxReadBytes = ChannelReadFilter.MAX_BYTES;

    /** Whether calls were read. Used only by the thread that reads. */
    private boolean hasRead;

    /** The format of the first call; null before, and over HTTP. Written by the thread that reads. */
    private volatile WireFormat firstFormat;

    /** Whether the first call is not of a client of this library. Used only by the thread that reads. */
    private boolean foreign;

    private volatile CancelledCalls cancelledCalls = CancelledCalls.NONE;

    /** Created when an orderly close first begins, under the monitor of this object; {@link OrderlyClose#NONE} until then. */
    private volatile OrderlyClose orderlyClose = OrderlyClose.NONE;

    /** Why the server closes the connection, for the log. Empty if the peer closes it. */
    private volatile Optional<String> localCloseReason = Optional.empty();

    /** Set once, under the monitor of this object. */
    private volatile boolean closed;

    /** Null until someone asks for it. Made under the monitor of this object. */
    private CompletableFuture<Void> whenClosed;

    public ServerConnection(
            Connection<?> connection, FrameFilter frames, ReplyQueue replyQueue, ConnectionContext context) {
        this.connection = connection;
        this.frames = frames;
        this.replyQueue = replyQueue;
        this.context = context;
        timeouts = new ConnectionTimeouts(this, context.limits(), System.nanoTime());
        replyQueue.setListener(this);
        replyQueue.memory().setOwner(this);
    }

    /** Marks the connection as not yet established: a TLS handshake comes first. Called before other threads see it. */
    public void expectHandshake() {
        established = false;
    }

    /** Sets what proves the identity of the peer. Called before other threads see the connection. */
    public void secure(ConnectionSecurity layer) {
        security = layer;
    }

    /** {@return what {@link #secure} has set; null without SASL} */
    public ConnectionSecurity security() {
        return security;
    }

    /** {@return whether calls can arrive: at once, or once the TLS handshake and the negotiation of SASL are complete} */
    public boolean isEstablished() {
        return established && (security == null || !security.isPending());
    }

    /** {@return whether there is no TLS, or its handshake is complete} */
    public boolean isHandshakeComplete() {
        return established;
    }

    /** Marks the connection as established: its TLS handshake is complete. Called by the thread that reads. */
    public void establish() {
        if (!established) {
            IncompleteRecord record = new IncompleteRecord(replyQueue.memory());
            TlsFilter.trackIncompleteRecord(connection, record);
            incompleteRecord = record;
            if (security != null) {
                security.restart(System.nanoTime());
            }
            established = true;
        }
    }

    /**
     * {@return who the peer is: what {@link #setIdentity} has set, else what its certificate proves} Empty before the
     * connection is established. Called by any thread.
     */
    @Override
    public Optional<Identity> identity() {
        Optional<Identity> known = identity;
        if (known != null) {
            return known;
        }
        return established ? findIdentity() : Optional.empty();
    }

    private synchronized Optional<Identity> findIdentity() {
        if (identity == null) {
            identity = ConnectionOrigin.super.identity();
        }
        return identity;
    }

    /** Sets who the peer is, as proved by SASL. Replaces what its certificate proves. Called before its first call. */
    public synchronized void setIdentity(Identity proved) {
        identity = Optional.of(proved);
    }

    private ServerLimits limits() {
        return context.limits();
    }

    /** Sets the processors of this connection. */
    public void serve(ProcessorTable found) {
        services = found;
    }

    @Override
    public ProcessorTable services() {
        return services;
    }

    @Override
    public Connection<?> connection() {
        return connection;
    }

    @Override
    public ReplyQueue replyQueue() {
        return replyQueue;
    }

    @Override
    public CallFlow flow() {
        CallFlow known = flow;
        return known == null ? makeFlow() : known;
    }

    private synchronized CallFlow makeFlow() {
        if (flow == null) {
            flow = new CallFlow();
        }
        return flow;
    }

    @Override
    public void trackQueued(SubmittedBatch batch) {
        QueuedBatches queued = queuedBatches();
        queued.add(batch);
        if (closed) { // the connection closed before the batch was added
            queued.connectionClosed();
        }
    }

    private QueuedBatches queuedBatches() {
        QueuedBatches known = queuedBatches;
        return known == null ? makeQueuedBatches() : known;
    }

    private synchronized QueuedBatches makeQueuedBatches() {
        if (queuedBatches == null) {
            queuedBatches = new QueuedBatches();
        }
        return queuedBatches;
    }

    /** {@return the batches that were not claimed at once; null if there never was one} */
    public QueuedBatches queued() {
        return queuedBatches;
    }

    /** {@return the flow, or null if no strategy has asked for it} */
    CallFlow knownFlow() {
        return flow;
    }

    /** {@return the format of the first call; null before, and over HTTP} */
    WireFormat firstFormat() {
        return firstFormat;
    }

    /**
     * Rejects calls that have waited longer than the queue timeout. Called only by the thread of {@link
     * io.grizzlythrift.internal.dispatch.TimeoutMonitor}.
     */
    public void rejectOverdue(long now) {
        QueuedBatches queued = queuedBatches;
        if (queued != null) {
            queued.rejectOverdue(now);
        }
    }

    /**
     * Forgets notices about calls that had already ended when the notice arrived: those older than callTimeout, and all
     * of them while the connection has no calls. Called only by the thread of {@link
     * io.grizzlythrift.internal.dispatch.TimeoutMonitor}.
     *
     * @param now as {@link System#nanoTime()}
     */
    public void forgetCancelNotices(long now) {
        if (cancelledCalls != CancelledCalls.NONE && cancelledCalls.hasIds()) {
            cancelledCalls.forgetOlderThan(limits().callTimeout().toNanos(), now);
            long accepted = replyQueue.accepted(); // read before isIdle(), so that notices of later calls are kept
            if (replyQueue.isIdle()) {
                cancelledCalls.forget(accepted);
            }
        }
    }

    /** Pauses reading if a limit is reached. Called by the reading thread after each read that completed calls. */
    public void afterRead() {
        ReadThrottle known = readThrottle;
        if (known != null) {
            known.afterRead();
        } else if (ReadThrottle.isLimitReached(replyQueue, flow, limits())) {
            readThrottle().afterRead();
        }
    }

    /** {@return whether reading is paused} */
    boolean isReadingPaused() {
        ReadThrottle known = readThrottle;
        return known != null && known.isPaused();
    }

    /** {@return whether reading is paused because of memory alone} */
    boolean isReadingPausedForMemory() {
        ReadThrottle known = readThrottle;
        return known != null && known.isPausedForMemory();
    }

    /** Resumes reading if it is paused and may continue. Any thread. */
    void resumeReading() {
        ReadThrottle known = readThrottle;
        if (known != null) {
            known.afterProgress();
        }
    }

    /** Returns what pauses and resumes reading, always the same. */
    private ReadThrottle readThrottle() {
        ReadThrottle known = readThrottle;
        return known == null ? makeReadThrottle() : known;
    }

    private synchronized ReadThrottle makeReadThrottle() {
        if (readThrottle == null) {
            readThrottle = new ReadThrottle(connection, replyQueue, this::knownFlow, limits(), context.limitReporter());
        }
        return readThrottle;
    }

    /** {@return the timeouts of this connection} */
    public ConnectionTimeouts timeouts() {
        return timeouts;
    }

    /**
     * {@return the number of the incomplete frame, below 0 for an incomplete frame of SASL or record of TLS without one; 0 if
     * there is none, or its rest will never arrive}
     */
    long incompleteFrame() {
        if (inputEnded) {
            return 0;
        }
        long frame = frames.incompleteFrame(connection);
        if (frame == 0 && security != null) {
            frame = security.incompleteFrame();
        }
        IncompleteRecord record = incompleteRecord;
        return frame != 0 || record == null ? frame : record.number();
    }

    /** {@return when what {@link #incompleteFrame()} has just returned started, in nanoseconds} */
    long incompleteSince(long number) {
        if (ConnectionSecurity.isNumber(number)) {
            return security.incompleteSince();
        }
        return number < 0 ? incompleteRecord.since() : frames.incompleteSince(connection);
    }

    /** An incomplete record of TLS has lasted from one check to the next: its memory counts from now on. */
    void chargeIncompleteRecord() {
        incompleteRecord.charge();
    }

    @Override
    public LogLimiter terminationLog() {
        return frames.terminationLog();
    }

    @Override
    public Object peer() {
        return connection.getPeerAddress();
    }

    @Override
    public void progressed() {
        resumeReading();
    }

    @Override
    public void overflowed(long waitingBytes) {
        terminate(
                LimitType.MAX_WRITE_BUFFER_BYTES,
                waitingBytes + " bytes of replies wait, maxWriteBufferBytes is " + limits().maxWriteBufferBytes());
    }

    @Override
    public boolean canPassWriting() {
        return connection instanceof NIOConnection selected && selected.getSelectorRunner() != null;
    }

    /** Lets the selector of the connection write, in turns with what its other connections need. */
    @Override
    public void passWriting() {
        try {
            onSelector(replyQueue::writeRemaining);
        } catch (Throwable t) { // for example, no memory
            abandon();
        }
    }

    /** {@return whether the current thread is the selector thread of the connection} */
    public boolean isOnSelector() {
        SelectorRunner selector = ((NIOConnection) connection).getSelectorRunner();
        return selector != null && selector.getRunnerThread() == Thread.currentThread();
    }

    /** Runs an action on the selector thread of the connection, later. */
    void onSelector(Runnable action) {
        SelectorRunner selector = ((NIOConnection) connection).getSelectorRunner();
        SelectorHandler.Task task = () -> {
            action.run();
            return true;
        };
        selector.getTransport().getSelectorHandler().enque(selector, task, null);
    }

    /** Terminates the connection because a limit was reached. Unsent replies are lost. */
    public void terminate(LimitType limit, String reason) {
        if (connection.isOpen()) {
            if (TERMINATED.compareAndSet(this, false, true)) { // two limits may be reached at the same time
                context.limitReporter().reached(limit, 1, () -> "closed " + peer() + ": " + reason);
            }
            terminate(reason);
        }
    }

    /** Stops reading for good. Called by the selector thread of the connection. */
    void stopReading() {
        readThrottle().stop();
    }

    @Override
    public void pauseReading(String reason) {
        readThrottle().pauseForMemory(reason);
    }

    /** Terminates the connection to free memory. Called by the memory budget, which has emptied this account. */
    @Override
    public void terminateForMemory(String reason) {
        try {
            terminate(LimitType.MAX_BUFFERED_BYTES, reason);
            replyQueue.close();
            // The selector would do the same, but later.
            ((NIOConnection) connection).getAsyncWriteQueue().onClose(new IOException(reason));
        } catch (Throwable t) { // out of memory; replies are already lost, so the connection must close
            abandon();
            throw t;
        }
    }

    /** Asks the peer to close the connection because a limit was reached, or closes it. Unsent replies are sent. */
    void close(LimitType limit, String reason) {
        if (connection.isOpen()) {
            countClose(limit, reason);
            madeOrderlyClose().requestOrClose();
        }
    }

    /** Counts that the connection closes because a limit was reached. */
    void countClose(LimitType limit, String reason) {
        context.limitReporter().reached(limit, 1, () -> "closed " + peer() + ": " + reason);
        localCloseReason = Optional.of(reason);
    }

    /**
     * Closes the connection because of its age: asks its peer to close it, or stops reading and closes it once all
     * replies are sent.
     */
    void retire(String reason) {
        madeOrderlyClose().retire(reason);
    }

    /**
     * Closes an old connection after a response that announced it, once all responses are sent. Counted now, because the
     * peer may close it first. Called by any thread.
     */
    public void retireAfterResponse() {
        context.limitReporter()
                .reached(
                        LimitType.MAX_CONNECTION_AGE,
                        1,
                        () -> "closes " + peer() + " after the response that announced it, because of its age");
        closeOnceReplied("after the response that announced it, because of maxConnectionAge");
    }

    /**
     * Stops reading, and closes the connection once the replies to all accepted calls are sent. Oneway calls may still run
     * then. Called by any thread.
     */
    public void closeOnceReplied(String reason) {
        localCloseReason = Optional.of(reason);
        madeOrderlyClose().closeOnceReplied();
    }

    /**
     * Handles the end of the peer's stream. If replies are owed, stops reading, and closes the connection once they are
     * sent: the peer may have shut down its output only. A client of this library never does that, so it is gone. It is
     * known by its first call; if only the thread that runs that call can recognize it, {@link #expectCloseNotice} closes
     * the connection. Called by the thread that reads.
     *
     * @return false if nothing is owed, or nobody reads the replies, so that the caller closes the connection
     */
    @SuppressWarnings("FutureReturnValueIgnored") // closing cannot fail
    public boolean endInput() {
        if (!connection.isOpen()
                || (replyQueue.isReplied() && replyQueue.unsentBytes() == 0)
                || orderlyClose.request().isExpected()) {
            return false;
        }
        if (!inputEnded) {
            inputEnded = true; // written before the request is read again; expectCloseNotice() does it the other way
            localCloseReason = Optional.of(BY_PEER);
            if (orderlyClose.request().isExpected()) {
                return false;
            }
            stopReading();
            replyQueue.whenReplied().thenRun(this::closeAfterWrites);
        }
        return true;
    }

    /** Makes replies with headers, and HTTP responses, ask the peer to send no more calls on this connection. */
    public void announceClose() {
        aboutToClose = true;
    }

    /**
     * Limits each read to {@link #HTTP_READ_BYTES} until the dialect is known, since it may be HTTP. Called by the thread
     * that reads.
     */
    public void limitReads() {
        maxReadBytes = HTTP_READ_BYTES;
    }

    /** Records that the dialect is not HTTP. Called by the thread that reads. */
    public void expectNoHttp() {
        if (maxReadBytes != ChannelReadFilter.MAX_BYTES) {
            maxReadBytes = ChannelReadFilter.MAX_BYTES;
        }
    }

    /**
     * Records that the dialect is HTTP: it is read in slices, and responses tell the peer when the connection closes.
     * Called by the thread that reads.
     */
    public void expectHttp() {
        limitReads();
        closesInResponse = true;
        if (connection.getProcessor() instanceof FilterChain chain && !(chain.get(0) instanceof ChannelReadFilter)) {
            connection.setReadBufferSize(HTTP_READ_BYTES); // Grizzly's filter asks the connection
        }
    }

    /** {@return whether responses tell the peer when the connection closes} */
    boolean closesInResponse() {
        return closesInResponse;
    }

    /** {@return the largest number of bytes to read at once} Called by the thread that reads. */
    public int maxReadBytes() {
        return maxReadBytes;
    }

    /**
     * Recognizes a client of this library by its first call, before any thread decodes that: the client may already be
     * gone, and the server may be about to drain. Called by the thread that reads, before the calls of each read are
     * submitted.
     */
    public void recognizeClient(FrameBatch read) {
        if (!hasRead) {
            hasRead = true;
            Optional<WireFormat> ofHeader =
                    read.hasHeader(0) ? WireFormat.ofHeader(read.header(0).protocolId()) : Optional.empty();
            WireFormat format = ofHeader.orElse(read.format(0));
            firstFormat = format;
            if (CloseNotice.isUnderstoodByFirst(read)) {
                expectCloseNotice(format);
            } else {
                foreign = CloseNotice.isKnownByFirst(read);
            }
        } else if (foreign) {
            orderlyClose.moreCallsArrived();
        }
    }

    /** Prepares for calls with headers. Called by the selector thread of the connection, before they are submitted. */
    public void expectHeaders() {
        if (cancelledCalls == CancelledCalls.NONE) {
            cancelledCalls = new CancelledCalls(replyQueue.memory());
        }
    }

    /** {@return whether a call with a header has arrived} */
    public boolean hasHeaders() {
        return cancelledCalls != CancelledCalls.NONE;
    }

    @Override
    public CancelledCalls cancelledCalls() {
        return cancelledCalls;
    }

    /**
     * Cancels the calls that cancel notices in a read refer to, and removes the notices from it. Called by the selector
     * thread of the connection, before the frames are submitted: a notice may cancel a call of the same read.
     */
    public void takeCancelNotices(FrameBatch read) {
        if (!cancelledCalls.isAccepting()) {
            return;
        }
        List<Integer> named = new ArrayList<>(0);
        read.removeIf(frame -> {
            OptionalInt sequenceId = read.hasHeader(frame) ? CancelNotice.of(read.header(frame)) : OptionalInt.empty();
            sequenceId.ifPresent(named::add);
            return sequenceId.isPresent();
        });
        if (named.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        long accepted = replyQueue.accepted() + read.size();
        for (int sequenceId : named) {
            cancelledCalls.cancel(sequenceId, accepted, replyQueue.awaitingReply() + read.size(), now);
        }
    }

    @Override
    public boolean isAboutToClose() {
        return aboutToClose;
    }

    /**
     * Lets the first call run if none has arrived yet, although the server will reject calls: that call shows whether
     * the peer can be asked to close. Call this before the server rejects calls.
     */
    public void serveFirstCall() {
        madeOrderlyClose().serveFirstCall();
    }

    /**
     * Drains the connection of a server that rejects calls: asks its peer to close it, or closes it once all its calls
     * have a reply, including calls that have arrived but were not read. The rejections are sent while the remaining
     * bytes are read.
     */
    public void drain() {
        localCloseReason = Optional.of(STOPPING);
        madeOrderlyClose().drain();
    }

    @Override
    public void expectCloseNotice(WireFormat format) {
        madeOrderlyClose().expectNotice(format);
        if (inputEnded) { // a client of this library, which is gone
            terminate();
        }
    }

    @Override
    public boolean isServedWhileDraining() {
        return orderlyClose.request().isServedWhileDraining();
    }

    /** {@return the orderly close of this connection, for the timeouts; {@link OrderlyClose#NONE} if there is none} */
    OrderlyClose orderlyClose() {
        return orderlyClose;
    }

    private OrderlyClose madeOrderlyClose() {
        OrderlyClose known = orderlyClose;
        return known == OrderlyClose.NONE ? makeOrderlyClose() : known;
    }

    private synchronized OrderlyClose makeOrderlyClose() {
        if (orderlyClose == OrderlyClose.NONE) {
            orderlyClose = new OrderlyClose(this, context);
        }
        return orderlyClose;
    }

    /** {@return a future that completes when either side has closed the connection} */
    synchronized CompletableFuture<Void> whenClosed() {
        if (whenClosed == null) {
            whenClosed = new CompletableFuture<>();
            if (closed) {
                whenClosed.complete(null);
            }
        }
        return whenClosed;
    }

    /** {@return a future that completes when the connection is closed and all its calls have ended} */
    public CompletableFuture<Void> whenFinished() {
        return whenClosed().thenCompose(nothing -> replyQueue.whenIdle());
    }

    /** Releases the resources of the connection. Returns true on the first call only. */
    public boolean onClosed() {
        try {
            replyQueue.close();
        } catch (Throwable t) { // out of memory: replies are lost with the connection
            abandon();
        }
        boolean first = setClosed();
        if (security != null) {
            security.closed();
        }
        QueuedBatches queued = queuedBatches; // read after closed is set; trackQueued() adds, then reads closed
        if (queued != null) {
            queued.connectionClosed();
        }
        return first;
    }

    /** Completes {@link #whenClosed}, without the lock. Returns true the first time only. */
    private boolean setClosed() {
        CompletableFuture<Void> waited;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            waited = whenClosed;
        }
        if (waited != null) {
            waited.complete(null);
        }
        return true;
    }

    @Override
    public void abandon() {
        abandoned = true;
        try {
            replyQueue.abandon();
            terminate();
        } catch (Throwable noMemoryToCloseIt) {
            // The timeout monitor tries again.
        }
    }

    /** {@return whether {@link #abandon} was called; if the connection is still open, it failed} */
    boolean isAbandoned() {
        return abandoned;
    }

    @Override
    public void terminate() {
        connection.terminateSilently();
    }

    @Override
    public void terminate(String reason) {
        localCloseReason = Optional.of(reason);
        terminate();
    }

    /**
     * {@return why the connection was closed, for the log; contains no data from the peer} Call it after close.
     */
    public String closeReason() {
        Throwable cause = connection.getCloseReason().getCause();
        if (localCloseReason.isPresent()) {
            return localCloseReason.get();
        }
        if (cause instanceof EOFException) {
            return BY_PEER;
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /**
     * Closes the socket even if the selector thread is blocked in a handler, so that the peer sees the end of the
     * stream.
     */
    public void forceClose() {
        if (connection.isOpen()) {
            terminate(STOPPING);
        }
        try {
            ((NIOConnection) connection).getChannel().close();
        } catch (IOException e) {
            LOG.debug("{} is closed", connection, e);
        }
    }

    /** Closes the connection once its peer can read why. Nothing more is read. */
    public void refuse(String reason) {
        localCloseReason = Optional.of(reason);
        closeAfterWrites();
    }

    /**
     * Closes the connection once its write queue is empty. Until then, the write timeout applies. If the peer still sends
     * although nothing is read any more, waits for its end.
     */
    void closeAfterWrites() {
        if (!closing) {
            closing = true;
            TlsFilter.closeNotify(connection);
            ReadThrottle throttle = readThrottle;
            if (throttle != null && throttle.isStopped() && LingeringClose.hasMoreInput((NIOConnection) connection)) {
                LingeringClose begun = new LingeringClose((NIOConnection) connection);
                begun.check(replyQueue.unsentBytes(), System.nanoTime());
                lingeringClose = begun; // from here on, the timeout monitor continues
            } else {
                // facts.md#closesilently-waits-without-a-limit
                connection.closeSilently();
            }
        }
    }

    /** Continues to close a connection whose peer still sends. */
    void continueClosing(long now) {
        LingeringClose lingering = lingeringClose;
        if (lingering != null && lingering.check(replyQueue.unsentBytes(), now)) {
            connection.closeSilently();
        } else if (lingering != null && connection.isOpen()) {
            onSelector(lingering::discard);
        }
    }

    /** {@return whether {@link #closeAfterWrites} was called} */
    boolean isClosing() {
        return closing;
    }
}
