package io.grizzlythrift.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** Connects over TCP, within the connect timeout. */
final class TcpConnector implements Connector {
    private final TCPNIOTransport transport;
    private final ClientParts parts;

    TcpConnector(TCPNIOTransport transport, ClientParts parts) {
        this.transport = transport;
        this.parts = parts;
    }

    @Override
    public void connect(PooledConnection connection, String host, int port) {
        Attempt attempt = new Attempt(transport, connection);
        attempt.limit(parts, parts.config().connectTimeout());
        parts.threads().runOnConnector(() -> attempt.begin(host, port));
    }

    /** One attempt. Grizzly does not limit its time: a timer does. */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly's
    private static final class Attempt extends TCPNIOConnectorHandler {
        private final PooledConnection pooled;
        private volatile boolean done;
        private volatile Connection<?> connection;

        /** Cancelled, it holds the connection no longer. */
        private DeadlineWheel.Timer timer;

        Attempt(TCPNIOTransport transport, PooledConnection pooled) {
            super(transport);
            this.pooled = pooled;
        }

        synchronized void limit(ClientParts parts, Duration timeout) {
            long time = parts.now() + timeout.toNanos();
            timer = parts.threads().wheel().schedule(time, () -> timeOut(timeout));
        }

        void begin(String host, int port) {
            try {
                InetAddress address = InetAddress.getByName(host);
                if (!done) {
                    connect(new InetSocketAddress(address, port), new Result());
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

        private final class Result extends EmptyCompletionHandler<Connection> {
            @Override
            public void completed(Connection opened) {
                end();
                pooled.opened((TCPNIOConnection) opened);
            }

            @Override
            public void failed(Throwable cause) {
                fail(cause);
            }
        }
    }
}
