package io.grizzlythrift.client;

import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** Connects over TCP, and shakes hands if TLS is spoken, within the connect timeout. */
final class TcpConnector implements Connector {
    private final TCPNIOTransport transport;
    private final ClientParts parts;
    private final Optional<TlsFilter> tls;

    TcpConnector(TCPNIOTransport transport, ClientParts parts, Optional<TlsFilter> tls) {
        this.transport = transport;
        this.parts = parts;
        this.tls = tls;
    }

    @Override
    public void connect(PooledConnection connection, String host, int port) {
        Attempt attempt = new Attempt(transport, connection, tls);
        attempt.limit(parts, parts.config().connectTimeout());
        parts.threads().runOnConnector(() -> attempt.begin(host, port));
    }

    /** One attempt. Grizzly does not limit its time: a timer does. */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly's
    private static final class Attempt extends TCPNIOConnectorHandler {
        private final PooledConnection pooled;
        private final Optional<TlsFilter> tls;
        private volatile boolean done;
        private volatile Connection<?> connection;

        /** Cancelled, it holds the connection no longer. */
        private DeadlineWheel.Timer timer;

        Attempt(TCPNIOTransport transport, PooledConnection pooled, Optional<TlsFilter> tls) {
            super(transport);
            this.pooled = pooled;
            this.tls = tls;
        }

        synchronized void limit(ClientParts parts, Duration timeout) {
            long time = parts.now() + timeout.toNanos();
            timer = parts.threads().wheel().schedule(time, () -> timeOut(timeout));
        }

        void begin(String host, int port) {
            try {
                InetAddress address = InetAddress.getByName(host);
                if (!done) {
                    connect(new InetSocketAddress(address, port), new Connected(host, port));
                }
            } catch (UnknownHostException e) {
                fail(new IOException("unknown host " + host, e));
            } catch (RuntimeException e) {
                fail(e);
            }
        }

        @Override
        protected void preConfigure(Connection begun) {
            connection = begun;
            ReplyFilter.attach((TCPNIOConnection) begun, pooled);
        }

        private void timeOut(Duration timeout) {
            if (!done) {
                fail(new IOException("no answer within " + timeout.toMillis() + " ms"));
                Connection<?> begun = connection;
                if (begun != null) {
                    begun.terminateSilently();
                }
            }
        }

        private void fail(Throwable cause) {
            end();
            pooled.connectFailed(cause);
        }

        private synchronized void end() {
            done = true;
            timer.cancel();
        }

        private void open(Connection<?> ready) {
            end();
            pooled.opened((TCPNIOConnection) ready);
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
                if (tls.isEmpty()) {
                    open(connected);
                } else {
                    tls.get().beginHandshake(connected, host, port, new ShookHands(connected));
                }
            }

            @Override
            public void failed(Throwable cause) {
                fail(cause);
            }
        }

        private final class ShookHands extends EmptyCompletionHandler<SSLEngine> {
            private final Connection connected;

            ShookHands(Connection connected) {
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
