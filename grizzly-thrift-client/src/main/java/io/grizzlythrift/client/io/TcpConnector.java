package io.grizzlythrift.client.io;

import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** Connects over TCP and performs the TLS handshake, if any, within the connect timeout. */
public final class TcpConnector implements Connector {
    private final TCPNIOTransport transport;
    private final ClientThreads threads;
    private final LongSupplier clock;
    private final Duration timeout;
    private final Optional<TlsFilter> tls;

    /**
     * Makes a connector of one client.
     *
     * @param clock the clock of the timers of these threads
     */
    public TcpConnector(
            TCPNIOTransport transport,
            ClientThreads threads,
            LongSupplier clock,
            Duration timeout,
            Optional<TlsFilter> tls) {
        this.transport = transport;
        this.threads = threads;
        this.clock = clock;
        this.timeout = timeout;
        this.tls = tls;
    }

    @Override
    public void connect(ConnectionListener listener, String host, int port) {
        Attempt attempt = new Attempt(listener);
        threads.runOnConnector(() -> attempt.begin(host, port));
    }

    /** The state of an attempt. */
    private enum State {
        UNDER_WAY,
        OPENED,
        FAILED
    }

    /** One attempt to connect. Grizzly does not limit how long it takes, so a timer does. */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly's
    private final class Attempt extends TCPNIOConnectorHandler {
        private final ConnectionListener listener;

        private final AtomicReference<State> state = new AtomicReference<>(State.UNDER_WAY);
        private volatile Connection<?> connection;

        /**
         * Fails the attempt at its timeout. Cancelled as soon as the attempt ends, so that it does not retain the
         * connection.
         */
        private final TimerThread.Timer timer;

        Attempt(ConnectionListener listener) {
            super(TcpConnector.this.transport);
            this.listener = listener;
            timer = threads.timers().timer(this::timeOut);
            timer.set(clock.getAsLong() + timeout.toNanos());
        }

        void begin(String host, int port) {
            try {
                InetAddress address = InetAddress.getByName(host);
                if (state.get() == State.UNDER_WAY) {
                    connect(new InetSocketAddress(address, port), new Connected(host, port));
                }
            } catch (UnknownHostException e) {
                fail(new IOException("unknown host " + host, e));
            } catch (Throwable t) {
                fail(t);
            }
        }

        @Override
        protected void preConfigure(Connection begun) {
            connection = begun;
            ConnectionEventFilter.attach((TCPNIOConnection) begun, listener);
            terminateIfFailed(begun);
        }

        /** Runs on the timer thread, and again if it throws. */
        private void timeOut() {
            if (state.get() == State.UNDER_WAY) {
                fail(new IOException("not connected within " + timeout.toMillis() + " ms"));
            }
        }

        /** Terminates a connection that was started after the attempt had failed. */
        private void terminateIfFailed(Connection<?> begun) {
            if (state.get() == State.FAILED) {
                begun.terminateSilently();
            }
        }

        /** Fails the attempt and terminates what it started: a connect, or a handshake that nothing else ends. */
        private void fail(Throwable cause) {
            if (state.compareAndSet(State.UNDER_WAY, State.FAILED)) {
                timer.cancel();
                listener.connectFailed(cause);
                Connection<?> begun = connection;
                if (begun != null) {
                    begun.terminateSilently();
                }
            }
        }

        private void open(Connection<?> ready) {
            if (state.compareAndSet(State.UNDER_WAY, State.OPENED)) {
                timer.cancel();
                listener.opened((TCPNIOConnection) ready);
            } else {
                terminateIfFailed(ready);
            }
        }

        private final class Connected extends EmptyCompletionHandler<Connection> {
            private final String host;
            private final int port;

            Connected(String host, int port) {
                this.host = host;
                this.port = port;
            }

            @Override
            public void completed(Connection connected) {
                try {
                    if (tls.isEmpty()) {
                        open(connected);
                    } else {
                        tls.get().beginHandshake(connected, host, port, new HandshakeComplete(connected));
                        terminateIfFailed(connected);
                    }
                } catch (Throwable t) {
                    fail(t);
                }
            }

            @Override
            public void failed(Throwable cause) {
                fail(cause);
            }
        }

        private final class HandshakeComplete extends EmptyCompletionHandler<SSLEngine> {
            private final Connection connected;

            HandshakeComplete(Connection connected) {
                this.connected = connected;
            }

            @Override
            public void completed(SSLEngine engine) {
                open(connected);
            }

            @Override
            public void failed(Throwable cause) {
                fail(cause);
            }
        }
    }
}
