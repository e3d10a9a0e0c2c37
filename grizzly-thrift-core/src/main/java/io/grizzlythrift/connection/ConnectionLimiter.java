package io.grizzlythrift.connection;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections as long as there may be more. At the limit, and for a moment after the operating system refused,
 * listening sockets are not selected: Grizzly would find them ready again and again. Connections wait in the backlog.
 */
@SuppressWarnings("rawtypes") // as in the methods of Grizzly's
public final class ConnectionLimiter {
    /** How long accepting pauses after the operating system refused. */
    static final long ACCEPT_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);

    private final int maxConnections;
    private final LimitReporter limitReporter;
    private final CounterRecorder counters;

    /** Connections that are open, and the place of one that is being accepted. */
    private final AtomicInteger open = new AtomicInteger();

    private final CompletableFuture<Void> allClosed = new CompletableFuture<>();

    /** All listening sockets. Set up before the transport is started. */
    private final List<TCPNIOServerConnection> sockets = new ArrayList<>();

    /** Those that still listen. */
    private final Set<TCPNIOServerConnection> listening = ConcurrentHashMap.newKeySet();

    /** Listening sockets that have a place for a connection and have not accepted it yet. */
    private final Set<Connection> accepting = ConcurrentHashMap.newKeySet();

    /** Whether a listening socket is not selected. To change that needs no memory, so that none is forgotten. */
    private final Map<TCPNIOServerConnection, Boolean> paused = new ConcurrentHashMap<>();

    private final LogLimiter acceptFailureLog = new LogLimiter(System::nanoTime);

    /** Until when accepting pauses because the operating system refused. */
    private volatile long backoffUntil = System.nanoTime();

    public ConnectionLimiter(ServerLimits limits, LimitReporter limitReporter, CounterRecorder counters) {
        maxConnections = limits.maxConnections();
        this.limitReporter = limitReporter;
        this.counters = counters;
    }

    /** Puts the gate before the listening sockets of a transport, whose strategy is set already. */
    public void install(TCPNIOTransport transport) {
        transport.setIOStrategy(new LimitingStrategy(transport.getIOStrategy()));
    }

    /** Counts what a listening socket accepts. To be called before the transport is started. */
    public void add(TCPNIOServerConnection socket) {
        sockets.add(socket);
        listening.add(socket);
        paused.put(socket, false);
        socket.getMonitoringConfig().addProbes(new ConnectionProbe.Adapter() {
            @Override
            public void onAcceptEvent(Connection serverConnection, Connection accepted) {
                try {
                    accepted.addCloseListener((CloseListener<Connection, CloseType>) (closed, type) -> releasePermit());
                } catch (Throwable t) { // nobody would learn of its end
                    accepted.terminateSilently();
                    throw t;
                }
                accepting.remove(serverConnection); // the place is now that of the connection
            }
        });
    }

    /**
     * Ends listening, on each selector as soon as it is free. What waits in the backlog is accepted before: its peers
     * believe to be connected and may have sent calls.
     *
     * @return completes when nothing listens and every connection that was ever accepted is closed
     */
    public CompletableFuture<Void> close() {
        for (TCPNIOServerConnection socket : sockets) {
            SelectorHandler.Task task = () -> {
                try {
                    boolean more = true;
                    while (more) {
                        more = accept(socket);
                    }
                } finally {
                    forceClose(socket);
                }
                return true;
            };
            SelectorRunner selector = socket.getSelectorRunner();
            selector.getTransport().getSelectorHandler().enque(selector, task, null);
        }
        return allClosed;
    }

    /** Ends listening at once, or as soon as a selector that is stuck in a handler is stopped. */
    public void forceClose() {
        sockets.forEach(this::forceClose);
    }

    private void forceClose(TCPNIOServerConnection socket) {
        if (socket.getSelectorRunner() != null) { // otherwise it has never listened
            socket.terminateSilently();
        }
        listening.remove(socket);
        completeIfEmpty();
    }

    private void completeIfEmpty() {
        if (listening.isEmpty() && open.get() == 0) {
            allClosed.complete(null);
        }
    }

    /** Throws nothing: Grizzly would leave a connection half closed. */
    @SuppressWarnings("EmptyCatch") // the patrol tries again
    private void releasePermit() {
        if (open.decrementAndGet() == 0) {
            completeIfEmpty();
        }
        try {
            resume();
        } catch (Throwable t) {
            // No memory to tell the selector.
        }
    }

    /** Accepts one connection, if there may be one more. Returns whether one came. On the socket's selector thread. */
    private boolean accept(TCPNIOServerConnection socket) {
        if (!tryAcquirePermit(socket)) {
            return false;
        }
        boolean begun = false;
        try {
            begun = accepting.add(socket);
            socket.getTransport().fireIOEvent(IOEvent.SERVER_ACCEPT, socket, new IOEventLifeCycleListener.Adapter() {
                @Override
                public void onError(Context context, Object description) {
                    acceptFailed(socket, description);
                }
            });
        } catch (Throwable t) { // which would end the listening socket if it reached the selector
            acceptFailed(socket, t);
        }
        if (!begun || accepting.remove(socket)) { // nobody was there any more, or it was refused
            releasePermit();
            return false;
        }
        return true;
    }

    /**
     * Takes a place for one more connection; if there is none, accepting pauses. On the selector thread of the socket:
     * other sockets may accept at the same time.
     */
    private boolean tryAcquirePermit(TCPNIOServerConnection socket) {
        if (open.getAndUpdate(permits -> Math.min(permits + 1, maxConnections)) < maxConnections) {
            return true;
        }
        pause(socket);
        limitReporter.reached(
                LimitType.MAX_CONNECTIONS,
                1,
                () -> "accepting pauses: maxConnections, " + maxConnections + ", are open");
        resume(); // one may have been closed before the pause was known
        return false;
    }

    /** Throws nothing. */
    private void acceptFailed(TCPNIOServerConnection socket, Object cause) {
        try {
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
            // Accepting is tried again sooner than it should be.
        }
    }

    private void pause(TCPNIOServerConnection socket) {
        paused.replace(socket, true);
        try {
            socket.disableIOEvent(IOEvent.SERVER_ACCEPT);
        } catch (IOException | RuntimeException e) {
            paused.replace(socket, false); // it is closed
        }
    }

    /** Accepts again if that may be. Any thread; the patrol calls it, too. */
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
            } catch (Error e) { // no memory to tell the selector: the patrol tries again
                paused.replace(socket, true);
                throw e;
            }
        }
    }

    private boolean isInBackoff() {
        return System.nanoTime() - backoffUntil < 0;
    }

    /** Has the gate decide, and leaves everything but accepting to the strategy of the transport. */
    private final class LimitingStrategy implements IOStrategy {
        private final IOStrategy delegate;

        LimitingStrategy(IOStrategy delegate) {
            this.delegate = delegate;
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event) throws IOException {
            return executeIoEvent(connection, event, true);
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled)
                throws IOException {
            if (event != IOEvent.SERVER_ACCEPT) {
                return delegate.executeIoEvent(connection, event, isIoEventEnabled);
            }
            accept((TCPNIOServerConnection) connection);
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
