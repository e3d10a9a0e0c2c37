package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.internal.connection.ServerConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.TransportProbe;
import org.glassfish.grizzly.nio.transport.TCPNIOBindingHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * A transport of the application, which starts and stops it, and which serves other things, too. Only what the listener has
 * added is ever closed.
 */
final class SharedTransport implements ListenerTransport {
    /** How long to wait for a selector thread that code of the application blocks. */
    private static final Duration MAX_RELEASE = Duration.ofSeconds(1);

    private final ThriftServerConfig config;
    private final TCPNIOTransport transport;
    private final StopProbe stopProbe;
    private final List<TCPNIOServerConnection> sockets = new ArrayList<>();

    /** Removes the service of the run. */
    private Optional<Runnable> removal = Optional.empty();

    private Optional<ListenerRun> prepared = Optional.empty();

    /**
     * Creates the transport of a listener.
     *
     * @param onStop called when the transport of the application stops, on the thread that stops it, which holds the lock of
     *     its state: must not wait
     */
    SharedTransport(ThriftServerConfig config, TCPNIOTransport transport, Runnable onStop) {
        this.config = config;
        this.transport = transport;
        stopProbe = new StopProbe(onStop);
    }

    /** Notices that the application stops the transport. */
    @SuppressWarnings("rawtypes") // as declared by Grizzly
    private static final class StopProbe extends TransportProbe.Adapter {
        private final Runnable onStop;

        StopProbe(Runnable onStop) {
            this.onStop = onStop;
        }

        @Override
        public void onBeforeStopEvent(Transport stopping) {
            onStop.run();
        }
    }

    @Override
    public void prepare(ListenerRun run) {
        IOStrategy reads = config.isPlain() ? PlainReadStrategy.of(run) : SameThreadIOStrategy.getInstance();
        prepared = Optional.of(run);
        // facts.md#shutdown-listeners-of-a-transport-stay
        transport.getMonitoringConfig().addProbes(stopProbe);
        removal = Optional.of(
                SharedIoStrategy.add(transport, new SharedIoStrategy.Service(run.chain(), run.limiter(), reads)));
    }

    @Override
    public TCPNIOServerConnection bind(ListenSocket socket, int backlog) throws IOException {
        TCPNIOServerConnection bound = socket.connection().isPresent()
                ? take(socket.connection().get())
                : TCPNIOBindingHandler.builder(transport)
                        .processor(prepared.orElseThrow().chain())
                        .build()
                        .bind(socket.address(), backlog);
        sockets.add(bound);
        return bound;
    }

    private TCPNIOServerConnection take(TCPNIOServerConnection listening) throws IOException {
        if (!listening.isOpen()) {
            throw new IOException("it is closed");
        }
        listening.setProcessor(prepared.orElseThrow().chain());
        return listening;
    }

    /** {@inheritDoc} They listen already, or do once the application starts the transport. */
    @Override
    public void start(ConnectionLimiter limiter) throws IOException {
        if (!transport.isStopped()) {
            limiter.requireListening();
        }
    }

    @Override
    public void stop(ListenerRun run) {
        transport.getMonitoringConfig().removeProbes(stopProbe);
        sockets.forEach(transport::unbind); // those that never listened are still known to the transport
        sockets.clear();
        run.limiter().awaitReleased(MAX_RELEASE);
        run.filter().connections().forEach(ServerConnection::forceClose);
        removal.ifPresent(Runnable::run);
        removal = Optional.empty();
        prepared = Optional.empty();
    }
}
