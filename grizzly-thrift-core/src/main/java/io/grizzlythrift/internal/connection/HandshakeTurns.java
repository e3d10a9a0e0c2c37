package io.grizzlythrift.internal.connection;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * Lets a selector thread read from one connection within its TLS handshake for each selection. A step of a handshake takes a
 * millisecond or more, which a peer can cause with a few hundred bytes; if a thread ran those of all peers that connect at
 * the same time, calls on established connections would wait for all of them. Connections beyond the first wait in the
 * order of their bytes, without being selected.
 *
 * <p>Thread-safe. What belongs to one selector is used by the thread that runs it, which may change between two events.
 */
public final class HandshakeTurns {
    private final Map<SelectorRunner, Turns<NIOConnection>> bySelector = new ConcurrentHashMap<>();

    /**
     * Returns whether to read from a connection whose handshake is not complete. If not, its bytes stay in the socket, and it
     * is selected again when it has its turn. Called by the thread that reads it.
     */
    public boolean mayRead(NIOConnection connection) {
        return bySelector
                .computeIfAbsent(connection.getSelectorRunner(), runner -> new Turns<>(new OfRunner(runner)))
                .mayRead(connection);
    }

    /** A selector with its connections. */
    interface Selection<C> {
        /** Runs a task on this thread, before the next selection, which does not block then. */
        void beforeNext(Runnable task);

        /** Switches on or off whether a connection is selected when it has bytes. */
        void select(C connection, boolean on);

        boolean isOpen(C connection);
    }

    /** The turns of the connections of one selector. */
    static final class Turns<C> {
        private final Selection<C> selection;
        private final Queue<C> waiting = new ArrayDeque<>();

        /** The connection that has its turn and has not been read yet; null if there is none. */
        private C next;

        /** Whether the turn of this selection is taken. Then {@link #begin} runs before the next one. */
        private boolean isTaken;

        Turns(Selection<C> selection) {
            this.selection = selection;
        }

        boolean mayRead(C connection) {
            if (connection == next) {
                next = null;
                return true;
            }
            if (!isTaken) {
                take();
                return true;
            }
            selection.select(connection, false);
            waiting.add(connection);
            return false;
        }

        private void take() {
            selection.beforeNext(this::begin);
            isTaken = true;
        }

        private void begin() {
            isTaken = false;
            next = waiting.poll();
            while (next != null && !selection.isOpen(next)) {
                next = waiting.poll();
            }
            if (next != null) {
                take();
                selection.select(next, true);
            }
        }
    }

    private record OfRunner(SelectorRunner runner) implements Selection<NIOConnection> {
        @Override
        public void beforeNext(Runnable task) {
            runner.getTransport()
                    .getSelectorHandler()
                    .enque(
                            runner,
                            () -> {
                                task.run();
                                return true;
                            },
                            null);
        }

        @Override
        public void select(NIOConnection connection, boolean on) {
            try {
                if (on) {
                    connection.enableIOEvent(IOEvent.READ);
                } else {
                    connection.disableIOEvent(IOEvent.READ);
                }
            } catch (IOException | RuntimeException e) { // the key is cancelled: the connection is closed
                connection.terminateSilently();
            }
        }

        @Override
        public boolean isOpen(NIOConnection connection) {
            return connection.isOpen();
        }
    }
}
