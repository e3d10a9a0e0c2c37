package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the number of open connections. At the limit, and for 250 ms after a failed accept,
 * listening sockets are deregistered from {@link IOEvent#SERVER_ACCEPT}, because Grizzly would otherwise find them
 * ready again and again. New connections wait in the backlog of the operating system.
 *
 * <p>Each socket accepts on its own selector thread; connections close on any thread. No permit is lost between the
 * two: {@code pause} sets the flag of the socket before it reads the number of open connections again, and a closing
 * connection decrements that number before it reads the flags. Both are volatile accesses, so at least one of the two
 * threads sees the change of the other and calls {@link #resume}.
 */
@SuppressWarnings("rawtypes") // as in Grizzly's own methods
public final class ConnectionLimiter {
    /** How long accepting pauses after a failed accept. */
    static final long ACCEPT_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * How many connections a selector thread accepts before it reads from others again. If it accepted only one, those in the
     * backlog would wait one after the other until it has read from every busy connection.
     */
    private static final int MAX_ACCEPTS = 16;

    /** How long it accepts at most: the processor of each connection is made by code of the application. */
    private static final long MAX_ACCEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * How long a socket that stops listening accepts at most what waits in its backlog. It takes longer only if the
     * application makes processors slowly, or if peers connect all the time.
     */
    private static final long MAX_LAST_ACCEPTS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);

    private final int maxConnections;
    private final LimitReporter limitReporter;
    private final CounterRecorder counters;

    /** Permits in use: those of open connections, and of connections that are being accepted. */
    private final AtomicInteger open = new AtomicInteger();

    /** Shared by all connections. */
    private final CloseListener<Connection, CloseType> permitReleaser = (closed, type) -> releasePermit();

    private final CompletableFuture<Void> noneListens = new CompletableFuture<>();
    private final CompletableFuture<Void> allClosed = new CompletableFuture<>();

    /** All listening sockets. A transport that runs already may accept on a socket before it is added. */
    private final List<TCPNIOServerConnection> sockets = new CopyOnWriteArrayList<>();

    /** Those of them that the application has bound. */
    private final Set<TCPNIOServerConnection> adopted = new HashSet<>();

    /** The sockets that still listen. */
    private final Set<TCPNIOServerConnection> listening = ConcurrentHashMap.newKeySet();

    /** Sockets that hold a permit for a connection they have not accepted yet. */
    private final Set<Connection> accepting = ConcurrentHashMap.newKeySet();

    /** Whether each socket is paused. Every key is added up front: replacing a value then allocates nothing. */
    private final Map<TCPNIOServerConnection, Boolean> paused = new ConcurrentHashMap<>();

    private final LogLimiter acceptFailureLog = new LogLimiter(System::nanoTime);

    /** Whether no further connection is taken, and {@link #allClosed} completes with the last one. */
    private volatile boolean stopping;

    /** The {@link System#nanoTime()} until which accepting pauses after a failed accept. */
    private volatile long backoffUntil = System.nanoTime();

    public ConnectionLimiter(ServerLimits limits, LimitReporter limitReporter, CounterRecorder counters) {
        maxConnections = limits.maxConnections();
        this.limitReporter = limitReporter;
        this.counters = counters;
    }

    /** Wraps the I/O strategy of a transport, which must already be set. */
    public void install(TCPNIOTransport transport) {
        transport.setIOStrategy(new LimitingStrategy(transport.getIOStrategy()));
    }

    /**
     * Adds a listening socket, unless it is known.
     *
     * @param isAdopted whether the application has bound the socket: it stays open if the transport never starts
     */
    public synchronized void add(TCPNIOServerConnection socket, boolean isAdopted) {
        if (paused.containsKey(socket)) {
            return;
        }
        if (isAdopted) {
            adopted.add(socket);
        }
        sockets.add(socket);
        listening.add(socket);
        socket.getMonitoringConfig().addProbes(new ConnectionProbe.Adapter() {
            @Override
            public void onAcceptEvent(Connection serverConnection, Connection accepted) {
                try {
                    accepted.addCloseListener(permitReleaser);
                } catch (Throwable t) { // without the listener its permit would never be released
                    accepted.terminateSilently();
                    throw t;
                }
                if (!accepting.remove(serverConnection)) { // accepted by the transport, just before it knew this object
                    open.incrementAndGet();
                }
                // From here on, the permit belongs to the connection.
            }
        });
        paused.put(socket, false); // last: a socket that is found here counts its connections
    }

    /**
     * Takes a connection that a socket of another owner has accepted. It holds a permit until it closes.
     *
     * @return false if no permit is free, which is reported, or if the sockets of this object stop listening
     */
    public boolean tryTake(Connection<?> accepted) {
        if (stopping) {
            return false;
        }
        if (!takePermit()) {
            limitReporter.reached(
                    LimitType.MAX_CONNECTIONS,
                    1,
                    () -> "closed " + accepted.getPeerAddress() + ": maxConnections, " + maxConnections + ", are open");
            return false;
        }
        if (stopping) { // it may have found no connection open before this one had its permit
            releasePermit();
            return false;
        }
        boolean held = false;
        try {
            accepted.addCloseListener(permitReleaser); // runs at once if the connection is closed
            held = true;
        } finally {
            if (!held) {
                releasePermit();
            }
        }
        return true;
    }

    /** {@return whether {@link #stopListening} or {@link #forceClose} was called} */
    public boolean isStopping() {
        return stopping;
    }

    /**
     * Stops listening, on the selector thread of each socket. First accepts the connections that wait in the backlog:
     * their peers consider themselves connected and may have sent calls. Peers that connect continuously cannot keep a
     * socket open: this ends after a second. Call {@link #forceClose} in the end: on a selector thread, a socket cannot be
     * closed for its transport.
     *
     * @param backlog the largest number of connections that wait to be accepted by a socket
     * @return completes when no socket listens; not while a handler blocks the selector thread of a socket
     */
    public CompletableFuture<Void> stopListening(int backlog) {
        stopping = true;
        completeIfNoneListens();
        for (TCPNIOServerConnection socket : sockets) {
            SelectorRunner selector = socket.getSelectorRunner();
            if (selector == null || !socket.isOpen() || socket.getTransport().isStopped()) {
                forceClose(socket); // its owner has stopped the transport, or never started it
                continue;
            }
            SelectorHandler.Task task = () -> {
                try {
                    long begin = System.nanoTime();
                    acceptBacklog(socket, backlog, begin);
                    deregister(socket);
                    acceptBacklog(socket, backlog, begin);
                } finally {
                    closeChannel(socket);
                    stopsListening(socket);
                }
                return true;
            };
            selector.getTransport().getSelectorHandler().enque(selector, task, null);
        }
        return noneListens;
    }

    /** {@return completes when no socket listens and every accepted connection is closed} */
    public CompletableFuture<Void> whenAllClosed() {
        return allClosed;
    }

    private void acceptBacklog(TCPNIOServerConnection socket, int backlog, long begin) {
        boolean more = true;
        for (int accepted = 0; more && accepted <= backlog; accepted++) { // Linux queues one more than asked
            more = accept(socket) && System.nanoTime() - begin < MAX_LAST_ACCEPTS_NANOS;
        }
    }

    /**
     * Deregisters a listening socket from its selector. Otherwise closing it would have no effect before the next
     * selection, and the connections of peers that connect until then would be reset.
     */
    private static void deregister(TCPNIOServerConnection socket) {
        SelectionKey key = socket.getSelectionKey();
        // facts.md#a-closed-listening-socket-stays-open-until-the-next-select
        key.cancel();
        try {
            key.selector().selectNow(ready -> {}); // the next selection finds the ready keys again
            // facts.md#selectnow-swallows-a-wakeup
            key.selector().wakeup(); // selectNow may have consumed a wakeup for a waiting task
        } catch (IOException e) {
            LOG.debug("{} stays registered until it is closed", socket, e);
        }
    }

    /**
     * Stops listening at once, or, if a selector thread is blocked in a handler, as soon as that selector is stopped.
     */
    public void forceClose() {
        stopping = true;
        sockets.forEach(this::forceClose);
        completeIfNoneListens();
    }

    /**
     * Waits until the selectors of the sockets have let go of them, after {@link #forceClose}: only then are their addresses
     * free. Does not wait for longer if a selector thread is blocked.
     */
    public void awaitReleased(Duration timeout) {
        List<CompletableFuture<Void>> released = new ArrayList<>();
        for (TCPNIOServerConnection socket : sockets) {
            SelectorRunner selector = socket.getSelectorRunner();
            if (selector != null && !socket.getTransport().isStopped()) {
                CompletableFuture<Void> deregistered = new CompletableFuture<>();
                SelectorHandler.Task task = () -> {
                    try {
                        deregister(socket);
                    } finally {
                        deregistered.complete(null);
                    }
                    return true;
                };
                released.add(deregistered);
                selector.getTransport().getSelectorHandler().enque(selector, task, null);
            }
        }
        try {
            CompletableFuture.allOf(released.toArray(CompletableFuture[]::new))
                    .get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("a listening socket stays bound until the next selection", e);
        }
    }

    private void forceClose(TCPNIOServerConnection socket) {
        if (socket.getSelectorRunner() != null) {
            socket.terminateSilently();
        } else if (!adopted.contains(socket)) { // it never listened, and its transport would leave it bound
            closeChannel(socket);
        }
        stopsListening(socket);
    }

    private void stopsListening(TCPNIOServerConnection socket) {
        listening.remove(socket);
        completeIfNoneListens();
    }

    private void completeIfNoneListens() {
        if (listening.isEmpty()) {
            noneListens.complete(null);
        }
        completeIfEmpty();
    }

    /**
     * Closes a socket that is not registered, or is no longer. Does not terminate its connection: Grizzly would wait for a lock
     * of the transport, which a bind holds until this selector thread has registered another socket.
     */
    private static void closeChannel(TCPNIOServerConnection socket) {
        // facts.md#a-bind-waits-for-a-selector-under-the-lock-of-the-transport
        try {
            socket.getChannel().close();
        } catch (IOException e) {
            LOG.debug("{} is closed", socket, e);
        }
    }

    /**
     * Checks that every socket listens. Grizzly only logs a socket that it could not register with a selector.
     *
     * @throws IOException if one does not
     */
    public void requireListening() throws IOException {
        for (TCPNIOServerConnection socket : sockets) {
            if (socket.getSelectorRunner() == null) {
                throw new IOException(socket.getLocalAddress() + " could not be registered with a selector");
            }
        }
    }

    private void completeIfEmpty() {
        if (stopping && listening.isEmpty() && open.get() == 0) {
            allClosed.complete(null);
        }
    }

    /** Takes a permit. Returns false if none is free. */
    private boolean takePermit() {
        return open.getAndUpdate(permits -> Math.min(permits + 1, maxConnections)) < maxConnections;
    }

    /** Releases a permit. Throws nothing: an exception would make Grizzly leave the connection half closed. */
    @SuppressWarnings("EmptyCatch") // the timeout monitor tries again
    private void releasePermit() {
        if (open.decrementAndGet() == 0) {
            completeIfEmpty();
        }
        try {
            resume();
        } catch (Throwable t) {
            // Out of memory: the selector could not be notified.
        }
    }

    /**
     * Accepts some connections that wait; close to the limit, at most one: to look for another takes a permit for a moment,
     * which another socket may need. Runs on the selector thread of the socket.
     */
    public void acceptSome(TCPNIOServerConnection socket) {
        if (!paused.containsKey(socket)) { // bound a moment ago, to a transport that runs
            add(socket, false);
        }
        // facts.md#one-connection-is-accepted-for-each-selection
        long begin = System.nanoTime();
        boolean more = true;
        for (int accepted = 0; more && accepted < MAX_ACCEPTS; accepted++) {
            more = accept(socket)
                    && open.get() + sockets.size() < maxConnections
                    && System.nanoTime() - begin < MAX_ACCEPT_NANOS;
        }
    }

    /** Accepts at most one connection. Returns whether it did. Runs on the selector thread of the socket. */
    private boolean accept(TCPNIOServerConnection socket) {
        if (!tryAcquirePermit(socket)) {
            return false;
        }
        boolean started = false;
        try {
            started = accepting.add(socket);
            socket.getTransport().fireIOEvent(IOEvent.SERVER_ACCEPT, socket, new IOEventLifeCycleListener.Adapter() {
                @Override
                public void onError(Context context, Object description) {
                    acceptFailed(socket, description);
                }
            });
        } catch (Throwable t) { // the selector would close the listening socket
            acceptFailed(socket, t);
        }
        if (!started || accepting.remove(socket)) { // the backlog was empty, or the accept failed
            releasePermit();
            return false;
        }
        return true;
    }

    /**
     * Acquires a permit for one more connection. If there is none, pauses accepting. Runs on the selector thread of the
     * socket; other sockets may accept at the same time.
     */
    private boolean tryAcquirePermit(TCPNIOServerConnection socket) {
        if (takePermit()) {
            return true;
        }
        pause(socket);
        limitReporter.reached(
                LimitType.MAX_CONNECTIONS,
                1,
                () -> "accepting pauses: maxConnections, " + maxConnections + ", are open");
        resume(); // a connection may have closed before the pause was visible
        return false;
    }

    /** Pauses accepting for a moment. Throws nothing. */
    private void acceptFailed(TCPNIOServerConnection socket, Object cause) {
        try {
            // facts.md#no-file-descriptor-the-acceptor-spins
            backoffUntil = System.nanoTime() + ACCEPT_BACKOFF_NANOS;
            counters.countFailedAccept();
            pause(socket);
            acceptFailureLog.log(suppressed -> LOG.warn(
                    "accepting on {} pauses, {}: {}{}",
                    socket.getLocalAddress(),
                    cause instanceof Throwable && !(cause instanceof IOException)
                            ? "a connection could not be set up"
                            : "the operating system refuses",
                    cause,
                    LogLimiter.suffix(suppressed)));
        } catch (Throwable noMemory) {
            // Accepting is retried earlier than intended.
        }
    }

    private void pause(TCPNIOServerConnection socket) {
        paused.replace(socket, true);
        try {
            socket.disableIOEvent(IOEvent.SERVER_ACCEPT);
        } catch (IOException | RuntimeException e) {
            paused.replace(socket, false); // the socket is closed
        }
    }

    /**
     * Resumes accepting if a permit is free and the backoff is over. Called by any thread, including the timeout
     * monitor.
     */
    public void resume() {
        if (open.get() >= maxConnections || isInBackoff()) {
            return;
        }
        for (int i = 0; i < sockets.size(); i++) {
            resume(sockets.get(i));
        }
    }

    private void resume(TCPNIOServerConnection socket) {
        if (paused.replace(socket, true, false)) {
            try {
                socket.enableIOEvent(IOEvent.SERVER_ACCEPT);
            } catch (IOException | RuntimeException e) {
                LOG.debug("{} is closed", socket, e);
            } catch (Error e) { // out of memory: the timeout monitor tries again
                paused.replace(socket, true);
                throw e;
            }
        }
    }

    private boolean isInBackoff() {
        return System.nanoTime() - backoffUntil < 0;
    }

    /** Handles accept events itself and delegates all others to the strategy of the transport. */
    private final class LimitingStrategy extends AbstractIOStrategy {
        private final IOStrategy delegate;

        LimitingStrategy(IOStrategy delegate) {
            this.delegate = delegate;
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled)
                throws IOException {
            if (event != IOEvent.SERVER_ACCEPT) {
                return delegate.executeIoEvent(connection, event, isIoEventEnabled);
            }
            acceptSome((TCPNIOServerConnection) connection);
            return true;
        }

        @Override
        public Executor getThreadPoolFor(Connection connection, IOEvent event) {
            return delegate.getThreadPoolFor(connection, event);
        }

        @Override
        public ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
            return delegate.createDefaultWorkerPoolConfig(transport);
        }
    }
}
