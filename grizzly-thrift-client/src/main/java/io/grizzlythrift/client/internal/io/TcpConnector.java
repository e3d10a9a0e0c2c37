package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.client.internal.sasl.SaslAuthenticator;
import io.grizzlythrift.client.internal.sasl.SaslFailure;
import io.grizzlythrift.client.internal.sasl.SaslFilter;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.strategy.internal.util.IpLiteral;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Connects over TCP and performs the SASL negotiation, if any, within the connect timeout; with TLS, within the handshake
 * timeout. If a host has several addresses, an attempt tries them one after another, each with an equal share of the
 * remaining time. A server that refused the credentials is not connected while the same ones must not be tried.
 */
public final class TcpConnector implements Connector {
    /** A call may last for hours, but a server that has not completed a handshake by then never will. */
    private static final Duration MAX_HANDSHAKE = Duration.ofSeconds(10);

    private final TCPNIOTransport transport;
    private final ClientThreads threads;
    private final LongSupplier clock;
    private final Duration timeout;
    private final Optional<TlsFilter> tls;
    private final Optional<SaslFilter> sasl;
    private final Duration handshakeTimeout;
    private final NameLookups lookups;
    private final HostAddresses addresses = new HostAddresses();
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Creates the connector of one client.
     *
     * @param clock the clock of the timers of {@code threads}, in nanoseconds
     * @param timeout the time for one connection, including the name lookup
     * @param handshakeTimeout the time for one connection if the TLS handshake has begun; not less than the other one
     */
    public TcpConnector(
            TCPNIOTransport transport,
            ClientThreads threads,
            LongSupplier clock,
            Duration timeout,
            Duration handshakeTimeout,
            Optional<TlsFilter> tls,
            Optional<SaslFilter> sasl) {
        this(transport, threads, clock, timeout, handshakeTimeout, tls, sasl, InetAddress::getAllByName);
    }

    /** Creates a connector without SASL. */
    public TcpConnector(
            TCPNIOTransport transport,
            ClientThreads threads,
            LongSupplier clock,
            Duration timeout,
            Duration handshakeTimeout,
            Optional<TlsFilter> tls) {
        this(transport, threads, clock, timeout, handshakeTimeout, tls, Optional.empty());
    }

    TcpConnector(
            TCPNIOTransport transport,
            ClientThreads threads,
            LongSupplier clock,
            Duration timeout,
            Duration handshakeTimeout,
            Optional<TlsFilter> tls,
            NameLookups.Resolver resolver) {
        this(transport, threads, clock, timeout, handshakeTimeout, tls, Optional.empty(), resolver);
    }

    TcpConnector(
            TCPNIOTransport transport,
            ClientThreads threads,
            LongSupplier clock,
            Duration timeout,
            Duration handshakeTimeout,
            Optional<TlsFilter> tls,
            Optional<SaslFilter> sasl,
            NameLookups.Resolver resolver) {
        this.transport = transport;
        this.threads = threads;
        this.clock = clock;
        this.timeout = timeout;
        this.handshakeTimeout = handshakeTimeout;
        this.tls = tls;
        this.sasl = sasl;
        lookups = new NameLookups(resolver, threads, clock);
    }

    /** {@return the time for one connection if the TLS handshake has begun: most of a call, so that its failure is reported} */
    public static Duration handshakeTimeout(Duration connectTimeout, Duration callTimeout) {
        Duration mostOfCall = callTimeout.multipliedBy(9).dividedBy(10);
        Duration longest = mostOfCall.compareTo(MAX_HANDSHAKE) < 0 ? mostOfCall : MAX_HANDSHAKE;
        return connectTimeout.compareTo(longest) < 0 ? longest : connectTimeout;
    }

    @Override
    public int underWay() {
        return underWay.get();
    }

    @Override
    public void connect(ConnectionListener listener, String host, int port) {
        Attempt attempt = new Attempt(listener, host, port);
        if (sasl.isPresent() && sasl.get().authenticator().isRefused(attempt.server())) {
            SaslAuthenticator authenticator = sasl.get().authenticator();
            threads.runAuthentication(() -> attempt.afterRefusal(authenticator));
        } else {
            begin(attempt, host);
        }
    }

    private void begin(Attempt attempt, String host) {
        Optional<InetAddress> address = IpLiteral.parse(host);
        if (address.isPresent()) {
            threads.runOnConnector(() -> attempt.resolved(new InetAddress[] {address.get()}));
        } else {
            lookups.lookUp(host, attempt);
        }
    }

    /** The state of an attempt. */
    private enum State {
        UNDER_WAY,
        OPENED,

        /** Its listener is being told why. Nothing may close the connection yet, which the listener would be told first. */
        FAILING,

        FAILED
    }

    /** What follows once TCP is connected. */
    private enum Handshake {
        NONE(""),
        TLS(": the TLS handshake is not complete; does the peer speak TLS?"),
        SASL(": the SASL negotiation is not complete; does the server speak SASL?");

        private final String unfinished;

        Handshake(String unfinished) {
            this.unfinished = unfinished;
        }
    }

    /** One attempt to connect. Grizzly has no limit on its duration, so a timer sets one. */
    private final class Attempt implements NameLookups.Waiting {
        private final ConnectionListener listener;
        private final String host;
        private final int port;
        private final long begunAt = clock.getAsLong();
        private final long deadline;
        private final AtomicReference<State> state = new AtomicReference<>(State.UNDER_WAY);

        /** Only for the thread that tries the next address: each try starts after the previous one has failed. */
        private Iterator<InetAddress> untried = Collections.emptyIterator();

        /** The number of untried addresses. Only for the same thread. */
        private int left;

        private volatile AddressTry current;

        private volatile Handshake handshake = Handshake.NONE;

        /**
         * Fails the attempt when its timeout expires. Cancelled as soon as the attempt ends, so that it does not retain the
         * connection.
         */
        private final TimerThread.Timer timer;

        Attempt(ConnectionListener listener, String host, int port) {
            this.listener = listener;
            this.host = host;
            this.port = port;
            deadline = begunAt + timeout.toNanos();
            timer = threads.timers().timer(this::timeOut);
            // facts.md#a-connect-has-no-time-limit
            timer.set(deadline);
            underWay.incrementAndGet(); // last: an attempt whose creation throws never ends
        }

        String server() {
            return host + ":" + port;
        }

        /** Connects unless the server must not be tried. Runs on a thread for authentication. */
        private void afterRefusal(SaslAuthenticator authenticator) {
            try {
                if (isOver()) {
                    return;
                }
                Optional<SaslFailure> wait = authenticator.reasonToWait(server());
                if (wait.isPresent()) {
                    fail(wait.get());
                } else {
                    begin(this, host);
                }
            } catch (Throwable t) {
                fail(t);
            }
        }

        @Override
        public boolean isOver() {
            return state.get() != State.UNDER_WAY || clock.getAsLong() - deadline >= 0;
        }

        @Override
        public void resolved(InetAddress[] found) {
            try {
                List<InetAddress> all = addresses.toTry(host, found);
                untried = all.iterator();
                left = all.size();
                tryNext();
            } catch (Throwable t) {
                fail(t);
            }
        }

        @Override
        public void unresolved(Throwable cause) {
            fail(cause instanceof UnknownHostException ? new IOException("unknown host " + host, cause) : cause);
        }

        /** Tries the next address. Runs on a connector thread. */
        private void tryNext() {
            if (state.get() == State.UNDER_WAY) {
                AddressTry next = new AddressTry(this, untried.next(), left == 1);
                left--;
                current = next;
                next.begin((deadline - clock.getAsLong()) / (left + 1));
                if (state.get() == State.FAILED) {
                    next.terminate();
                }
            }
        }

        /** Connecting to an address failed: tries the next one, or fails the attempt. */
        void failedAt(AddressTry failed, Throwable cause) {
            if (failed.isLast) {
                fail(cause);
            } else {
                addresses.tried(host, failed.address, false);
                threads.runOnConnector(() -> {
                    try {
                        tryNext();
                    } catch (Throwable t) {
                        fail(t);
                    }
                });
            }
        }

        /** Runs on the timer thread, and again if it throws. */
        private void timeOut() {
            if (state.get() != State.UNDER_WAY) {
                return;
            }
            Handshake begun = handshake;
            Duration limit = begun == Handshake.NONE || tls.isEmpty() ? timeout : handshakeTimeout;
            long end = begunAt + limit.toNanos();
            if (clock.getAsLong() - end < 0) {
                timer.set(end);
                return;
            }
            fail(new IOException("not connected within " + limit.toMillis() + " ms" + begun.unfinished));
        }

        /** Terminates a connection if the attempt has already failed. */
        private void terminateIfFailed(Connection<?> begun) {
            if (state.get() == State.FAILED) {
                begun.terminateSilently();
            }
        }

        /**
         * Fails the attempt, and terminates the connect or the TLS handshake in progress, which nothing else would end. The
         * next attempt begins with another address, if there is one.
         */
        private void fail(Throwable cause) {
            if (!state.compareAndSet(State.UNDER_WAY, State.FAILING)) {
                return;
            }
            underWay.decrementAndGet();
            timer.cancel();
            try {
                AddressTry failed = current;
                if (failed != null) {
                    addresses.tried(host, failed.address, false); // first, because the listener may connect again
                } else {
                    lookups.forget(host, this);
                }
                listener.connectFailed(cause);
            } finally {
                state.set(State.FAILED);
                AddressTry begun = current; // read after the state is set: a try that begins now sees it, or is seen
                if (begun != null) {
                    begun.terminate();
                }
            }
        }

        private void open(Connection<?> ready) {
            if (state.compareAndSet(State.UNDER_WAY, State.OPENED)) {
                underWay.decrementAndGet();
                timer.cancel();
                addresses.tried(host, current.address, true);
                listener.opened((TCPNIOConnection) ready);
            } else {
                terminateIfFailed(ready);
            }
        }

        private void connected(Connection<?> connected) {
            ConnectionEventFilter.attach((TCPNIOConnection) connected, listener);
            if (tls.isEmpty()) {
                authenticate(connected);
            } else {
                handshake = Handshake.TLS;
                tls.get().beginHandshake(connected, host, port, new HandshakeComplete(this, connected));
                terminateIfFailed(connected);
            }
            if (!connected.isOpen()) { // it may have closed before its listener was attached
                listener.closed(connected.getCloseReason());
            }
        }

        /** Begins the SASL negotiation, if any, on the selector thread of the connection. */
        private void authenticate(Connection<?> connected) {
            if (sasl.isEmpty()) {
                open(connected);
                return;
            }
            handshake = Handshake.SASL;
            SelectorRunner selector = ((TCPNIOConnection) connected).getSelectorRunner();
            sasl.get()
                    .begin(connected, host, server(), task -> threads.runOn(selector, task), new SaslFilter.Listener() {
                        @Override
                        public void authenticated() {
                            open(connected);
                        }

                        @Override
                        public void failed(IOException why) {
                            fail(why);
                        }
                    });
            terminateIfFailed(connected);
        }
    }

    /** A try of one address of an attempt. It ends once: connected, failed, or timed out. */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly's
    private final class AddressTry extends TCPNIOConnectorHandler implements ConnectionListener {
        private final Attempt attempt;
        private final InetAddress address;
        private final boolean isLast;
        private final AtomicBoolean ended = new AtomicBoolean();
        private final TimerThread.Timer timer;
        private volatile Connection<?> connection;

        AddressTry(Attempt attempt, InetAddress address, boolean isLast) {
            super(TcpConnector.this.transport);
            this.attempt = attempt;
            this.address = address;
            this.isLast = isLast;
            timer = threads.timers().timer(this::timeOut);
        }

        /** Starts to connect. Fails after this time; the last address has until the timeout of the attempt. */
        void begin(long nanos) {
            if (!isLast) {
                timer.set(clock.getAsLong() + nanos);
            }
            try {
                connect(new InetSocketAddress(address, attempt.port), new EmptyCompletionHandler<>() {
                    @Override
                    public void completed(Connection connected) {
                        connected(connected);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        fail(cause);
                    }
                });
            } catch (Throwable t) {
                fail(t);
            }
        }

        @Override
        protected void preConfigure(Connection begun) {
            connection = begun;
            ConnectionEventFilter.attach((TCPNIOConnection) begun, this);
            if (ended.get()) {
                terminate();
            }
            attempt.terminateIfFailed(begun);
        }

        private void connected(Connection<?> connected) {
            if (!ended.compareAndSet(false, true)) {
                connected.terminateSilently();
                return;
            }
            timer.cancel();
            try {
                attempt.connected(connected);
            } catch (Throwable t) {
                attempt.fail(t);
            }
        }

        private void fail(Throwable cause) {
            if (ended.compareAndSet(false, true)) {
                timer.cancel();
                terminate();
                attempt.failedAt(this, cause);
            }
        }

        private void timeOut() {
            fail(new IOException("no response from " + address.getHostAddress()));
        }

        void terminate() {
            Connection<?> begun = connection;
            if (begun != null) {
                begun.terminateSilently();
            }
        }

        // ---- listener of the connection until it is connected

        @Override
        public void opened(TCPNIOConnection opened) {}

        @Override
        public void connectFailed(Throwable cause) {}

        @Override
        public boolean bytesRead() {
            return false;
        }

        @Override
        public void replies(FrameBatch frames) {}

        @Override
        public void closed(CloseReason reason) {
            // the connect handler reports the failure
        }

        @Override
        public void broken(Throwable thrown) {
            fail(thrown);
        }
    }

    private static final class HandshakeComplete extends EmptyCompletionHandler<SSLEngine> {
        private final Attempt attempt;
        private final Connection<?> connected;

        HandshakeComplete(Attempt attempt, Connection<?> connected) {
            this.attempt = attempt;
            this.connected = connected;
        }

        @Override
        public void completed(SSLEngine engine) {
            attempt.authenticate(connected);
        }

        @Override
        public void failed(Throwable cause) {
            attempt.fail(cause);
        }
    }
}
