package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.io.ClientThread;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.transport.TTransportException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes calls: counts the end of each, notifies the interceptors, and then the caller, on the right thread.
 *
 * <p>Only the thread that changed the state of a call to ended completes it, so its fields are not shared. If
 * completing throws, the call is added to a linked list, guarded by the lock of this object, and a timer tries again:
 * without memory, a call ends late, but it ends.
 */
public final class CallCompletion {
    private static final Logger LOG = LoggerFactory.getLogger(CallCompletion.class);

    private final QueuedBytes memory;
    private final LiveCounters counters;
    private final LogLimiter capacityLog = new LogLimiter(System::nanoTime);
    private final String clientName;
    private final Callbacks callbacks;
    private final ClientInterceptorChain interceptors;
    private final ClientThreads threads;
    private final LongSupplier clock;

    /** The linked calls whose completion threw before their callers were notified. Guarded by {@code this}. */
    private PendingCall firstUnfinished;

    private final TimerThread.Timer finishTimer;

    /** Tasks that wait for a thread that may run user code, which earlier user code may block. */
    private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

    private final NestedEnds nested;

    /** Set when the client closes: completes when no call is left. */
    private volatile CompletableFuture<Void> whenIdle;

    /**
     * Creates the completion of one client's calls.
     *
     * @param clock returns nanoseconds; the clock of the deadlines
     */
    public CallCompletion(ThriftClientConfig config, ClientThreads threads, LongSupplier clock) {
        clientName = config.name();
        memory = new QueuedBytes(config.maxQueuedBytes(), CodecPool.MAX_IDLE + config.selectorThreads());
        counters = new LiveCounters(memory, threads);
        callbacks = new Callbacks(config.callbackExecutor(), counters);
        interceptors = new ClientInterceptorChain(config.interceptors(), threads, clock);
        this.threads = threads;
        this.clock = clock;
        finishTimer = threads.timers().timer(this::finishUnfinished);
        nested = new NestedEnds(threads, clock, call -> finish(call, false));
    }

    public ClientInterceptorChain interceptors() {
        return interceptors;
    }

    /** {@return the count and limit of the bytes of encoded calls} */
    public QueuedBytes memory() {
        return memory;
    }

    public Callbacks callbacks() {
        return callbacks;
    }

    public LiveCounters counters() {
        return counters;
    }

    /** {@return a future that completes once no call is in flight; request it only after new calls are rejected} */
    public CompletableFuture<Void> whenIdle() {
        CompletableFuture<Void> idle = new CompletableFuture<>();
        whenIdle = idle;
        checkIdle();
        return idle;
    }

    private static void release(PendingCall call) {
        if (call.inherited() != null) {
            call.inherited().release();
        }
    }

    /**
     * The replies of one read have been handled. The thread has counted them with release writes: either it finds here that the
     * client closes, or the thread that closes it finds them counted.
     */
    public void repliesHandled() {
        VarHandle.fullFence();
        checkIdle();
    }

    private void checkIdle() {
        CompletableFuture<Void> idle = whenIdle;
        if (idle != null && counters.inFlight() == 0) {
            idle.complete(null);
        }
    }

    /** Ends a call with a result, or with a reply that the caller decodes. */
    public void completed(PendingCall call, int replyBytes) {
        replied(call, Kind.REPLIED, null, replyBytes);
    }

    /** Ends a call with an exception of the server. */
    public void threw(PendingCall call, Optional<TException> exception, int replyBytes) {
        replied(call, Kind.EXCEPTION, exception.orElse(null), replyBytes);
    }

    private void replied(PendingCall call, Kind kind, TException exception, int replyBytes) {
        interceptors.ended(call, kind, null, exception, replyBytes);
        counters.countCompleted();
        call.markCounted();
        release(call);
        checkIdle();
    }

    /**
     * Ends a call with a reply that is not a result. Returns the exception for the caller: the unchanged exception of
     * the reply, or one that says that the reply cannot be read.
     */
    public TException notAResult(PendingCall call, Throwable thrown, int replyBytes) {
        if (thrown instanceof TException declared
                && !(thrown instanceof TProtocolException)
                && !(thrown instanceof TTransportException)) {
            if (declared instanceof TApplicationException) { // such as a missing result
                recordUnusable(call);
            }
            replied(call, Kind.EXCEPTION, declared, replyBytes);
            return declared;
        }
        if (thrown instanceof Exception) { // an Error, such as a lack of memory, is not the fault of the server
            recordUnusable(call);
        }
        return undecoded(call, failure(call, true, "the reply cannot be read: " + thrown, thrown), replyBytes);
    }

    /** Ends a call whose reply came, but was not decoded. Returns the exception for the caller, which is the failure. */
    public CallFailedException undecoded(PendingCall call, CallFailedException failure, int replyBytes) {
        if (!call.isCounted()) {
            count(call, failure, replyBytes);
        }
        return failure;
    }

    private static void recordUnusable(PendingCall call) {
        CallConnection connection = call.connection();
        if (connection != null) {
            connection.unusableReply(call);
        }
    }

    /** Ends a call without a reply. Notifies its caller on this thread, or on the callback executor. Does not throw. */
    public void failedHere(PendingCall call, CallFailedException failure) {
        call.endedBy(failure, failure.mayHaveRun());
        finish(call, true);
    }

    /** Ends a call without a reply. Notifies its caller where callbacks run. Does not throw. */
    public void failed(PendingCall call, CallFailedException failure) {
        call.endedBy(failure, failure.mayHaveRun());
        finish(call, false);
    }

    /** Ends a call whose caller was not notified because something unexpected was thrown. Does not throw. */
    public void broken(PendingCall call, boolean mayHaveRun, Throwable thrown) {
        call.endedBy(thrown, mayHaveRun);
        finish(call, false);
    }

    /** Counts an end and notifies the caller. If this fails, a timer tries again. */
    private void finish(PendingCall call, boolean here) {
        try {
            if (runsUserCodeNow(call, here) && NestedEnds.isDeep()) {
                nested.finishElsewhere(call);
                return;
            }
            CallFailedException failure = failureOf(call);
            if (!call.isCounted()) {
                count(call, failure, 0);
            }
            notifyCaller(call, here, () -> call.failed(failure));
        } catch (Throwable t) {
            finishLater(call);
        }
    }

    /** Returns whether to end a call here and now runs its callback or listeners on this stack. */
    private boolean runsUserCodeNow(PendingCall call, boolean here) {
        return call.listeners() != null || (call.runsUserCode() && (here || threads.isOwn()));
    }

    private CallFailedException failureOf(PendingCall call) {
        Throwable cause = call.endedBy();
        if (cause instanceof CallFailedException failure) {
            return failure;
        }
        CallFailedException failure = failure(call, call.mayHaveRun(), cause.toString(), cause);
        call.endedBy(failure, failure.mayHaveRun());
        return failure;
    }

    /** Creates the failure of a call that cannot be written or, if it may have run, whose reply cannot be read. */
    private CallFailedException failure(PendingCall call, boolean mayHaveRun, String reason, Throwable cause) {
        CallConnection connection = call.connection();
        return new CallFailedException(
                mayHaveRun ? FailureCause.UNREADABLE_REPLY : FailureCause.UNWRITABLE_CALL,
                call.method(),
                connection == null ? "client '" + clientName + "'" : connection.endpoint(),
                mayHaveRun,
                reason,
                cause);
    }

    /** Keeps a call for the timer. Allocates nothing. */
    private synchronized void finishLater(PendingCall call) {
        call.nextUnfinished(firstUnfinished);
        firstUnfinished = call;
        finishTimer.set(clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS));
    }

    private synchronized PendingCall takeUnfinished() {
        PendingCall first = firstUnfinished;
        firstUnfinished = null;
        return first;
    }

    /**
     * Completes the calls that are not complete yet, although they have ended. Called once the threads have ended, except those
     * that user code blocks.
     */
    public void close() {
        nested.close();
        finishUnfinished();
        if (!waiting.isEmpty()) {
            threads.runDetached(() -> waiting.forEach(Waiting::run));
        }
    }

    /**
     * Runs a task that runs user code on the selector thread of a connection, or else on the thread for callbacks. If user code
     * blocks that thread until the client has closed, the task runs on another one.
     *
     * @param connection null for the thread for callbacks
     */
    public void runUserCode(CallConnection connection, Runnable task) {
        Waiting once = new Waiting(task);
        waiting.add(once);
        try {
            if (connection == null) {
                threads.runCallback(once);
            } else {
                connection.runOnSelector(once);
            }
        } catch (Throwable t) { // no memory
            waiting.remove(once);
            throw t;
        }
    }

    /** Runs once, whichever thread comes first. */
    private final class Waiting implements Runnable {
        private final Runnable task;

        Waiting(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (waiting.remove(this)) {
                task.run();
            }
        }
    }

    /** Completes the calls whose completion failed before. */
    private void finishUnfinished() {
        PendingCall call = takeUnfinished();
        while (call != null) {
            PendingCall next = call.nextUnfinished();
            call.nextUnfinished(null);
            finish(call, false);
            call = next;
        }
        checkIdle();
    }

    /** Ends a call that its caller abandoned; the caller is not notified. */
    public void cancelled(PendingCall call) {
        try {
            interceptors.ended(call, Kind.FAILED, FailureCause.CANCELLED, null, 0);
        } finally {
            counters.countFailed(FailureCause.CANCELLED);
            release(call);
            checkIdle();
        }
    }

    /** Ends a oneway call that was handed to the socket, and notifies its caller. Does not throw. */
    public void sent(PendingCall call) {
        ClientThread own = ClientThread.current();
        if (own == null) {
            finishSent(call);
        } else if (own.beginNested()) {
            finishSent(call);
            own.endNested();
        } else {
            finishSentElsewhere(call);
        }
    }

    private void finishSent(PendingCall call) {
        try {
            completed(call, 0);
            notifyCaller(call, false, call::sent);
        } catch (Throwable t) {
            broken(call, true, t);
        }
    }

    private void finishSentElsewhere(PendingCall call) {
        try {
            threads.runDetached(() -> finishSent(call));
        } catch (Throwable t) {
            broken(call, true, t);
        }
    }

    /** Notifies the interceptors, and then counts the call as ended, so that a client becomes idle only after both. */
    private void count(PendingCall call, CallFailedException failure, int replyBytes) {
        interceptors.ended(call, Kind.FAILED, failure.failure(), failure, replyBytes);
        counters.countFailed(failure.failure());
        call.markCounted();
        release(call);
        if (failure.failure() == FailureCause.NO_CAPACITY) {
            capacityLog.log(suppressed ->
                    LOG.info("client '{}': {}{}", clientName, failure.getMessage(), LogLimiter.suffix(suppressed)));
        }
        checkIdle();
    }

    /**
     * Notifies the caller. An executor may run user code immediately, so the executor, too, is called only on a thread
     * that may run user code.
     */
    private void notifyCaller(PendingCall call, boolean here, Runnable notification) {
        if (!call.runsUserCode()) {
            notification.run();
        } else if (here || threads.isOwn()) {
            callbacks.run(orLater(call, notification));
        } else {
            runUserCode(call.connection(), orLater(call, () -> callbacks.run(orLater(call, notification))));
        }
    }

    private Runnable orLater(PendingCall call, Runnable notification) {
        return () -> {
            try {
                notification.run();
            } catch (Throwable t) {
                if (call.endedBy() == null) { // a oneway call was sent
                    call.endedBy(t, true);
                }
                finishLater(call);
            }
        };
    }
}
