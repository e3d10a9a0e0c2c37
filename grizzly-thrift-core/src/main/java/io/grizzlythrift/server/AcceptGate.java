package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
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
final class AcceptGate {
    /** How long accepting pauses after the operating system refused. */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long {@link #close} waits. */
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final int maxConnections;
    private final LimitEvents events;
    private final ServerCounters counters;
    private final AtomicInteger open = new AtomicInteger();

    /** All listening sockets. Set up before the transport is started. */
    private final List<TCPNIOServerConnection> all = new ArrayList<>();

    /** Listening sockets that are not selected. */
    private final Set<TCPNIOServerConnection> paused = ConcurrentHashMap.newKeySet();

    private final LogLimiter refusalLog = new LogLimiter(System::nanoTime);

    /** Until when accepting pauses because the operating system refused. */
    private volatile long refusedUntil = System.nanoTime();

    AcceptGate(ServerLimits limits, LimitEvents events, ServerCounters counters) {
        maxConnections = limits.maxConnections();
        this.events = events;
        this.counters = counters;
    }

    /** Puts the gate before the listening sockets of a transport, whose strategy is set already. */
    void install(TCPNIOTransport transport) {
        transport.setIOStrategy(new GatedStrategy(transport.getIOStrategy()));
    }

    /** Counts what a listening socket accepts. To be called before the transport is started. */
    void watch(TCPNIOServerConnection listening) {
        all.add(listening);
        listening.getMonitoringConfig().addProbes(new ConnectionProbe.Adapter() {
            @Override
            public void onAcceptEvent(Connection serverConnection, Connection accepted) {
                open.incrementAndGet();
                accepted.addCloseListener((CloseListener<Connection, CloseType>) (closed, type) -> onClosed());
            }
        });
    }

    /**
     * Ends listening, as soon as the selectors of the sockets are free. Waits for it, but not for long: while a handler
     * runs on a selector, connections may still be taken into the backlog.
     */
    void close() {
        List<Future<?>> closed = new ArrayList<>();
        for (TCPNIOServerConnection listening : all) {
            closed.add(listening.terminate());
        }
        long deadline = System.nanoTime() + CLOSE_NANOS;
        for (Future<?> future : closed) {
            try {
                future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.debug("a listening socket is not closed yet", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void onClosed() {
        open.decrementAndGet();
        resume();
    }

    private void accept(TCPNIOServerConnection listening) {
        if (admits(listening)) {
            listening
                    .getTransport()
                    .fireIOEvent(IOEvent.SERVER_ACCEPT, listening, new IOEventLifeCycleListener.Adapter() {
                        @Override
                        public void onError(Context context, Object description) {
                            refused(listening, description);
                        }
                    });
        }
    }

    /** Whether one more connection may be accepted; if not, accepting pauses. On the selector thread of the socket. */
    private boolean admits(TCPNIOServerConnection listening) {
        if (open.get() < maxConnections) {
            return true;
        }
        pause(listening);
        events.reached(
                ServerLimit.CONNECTIONS, 1, () -> "accepting pauses: maxConnections, " + maxConnections + ", are open");
        resume(); // one may have been closed before the pause was known
        return false;
    }

    private void refused(TCPNIOServerConnection listening, Object cause) {
        counters.countFailedAccept();
        refusalLog.log(suppressed -> LOG.warn(
                "accepting on {} pauses, the operating system refuses: {}{}",
                listening.getLocalAddress(),
                cause,
                LogLimiter.suffix(suppressed)));
        refusedUntil = System.nanoTime() + PAUSE_NANOS;
        pause(listening);
    }

    private void pause(TCPNIOServerConnection listening) {
        paused.add(listening);
        try {
            listening.disableIOEvent(IOEvent.SERVER_ACCEPT);
        } catch (IOException | RuntimeException e) {
            paused.remove(listening); // it is closed
        }
    }

    /** Accepts again if that may be. Any thread; the patrol calls it, too. */
    void resume() {
        if (paused.isEmpty() || open.get() >= maxConnections || isRefused()) {
            return;
        }
        for (TCPNIOServerConnection listening : List.copyOf(paused)) {
            if (paused.remove(listening)) {
                try {
                    listening.enableIOEvent(IOEvent.SERVER_ACCEPT);
                } catch (IOException | RuntimeException e) {
                    LOG.debug("{} is closed", listening, e);
                }
            }
        }
    }

    private boolean isRefused() {
        return System.nanoTime() - refusedUntil < 0;
    }

    /** Has the gate decide, and leaves everything but accepting to the strategy of the transport. */
    private final class GatedStrategy implements IOStrategy {
        private final IOStrategy behind;

        GatedStrategy(IOStrategy behind) {
            this.behind = behind;
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event) throws IOException {
            return executeIoEvent(connection, event, true);
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled)
                throws IOException {
            if (event != IOEvent.SERVER_ACCEPT) {
                return behind.executeIoEvent(connection, event, isIoEventEnabled);
            }
            accept((TCPNIOServerConnection) connection);
            return true;
        }

        @Override
        public Executor getThreadPoolFor(Connection connection, IOEvent event) {
            return behind.getThreadPoolFor(connection, event);
        }

        @Override
        public ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
            return behind.createDefaultWorkerPoolConfig(transport);
        }
    }
}
