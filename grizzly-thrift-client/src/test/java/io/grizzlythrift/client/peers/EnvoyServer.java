package io.grizzlythrift.client.peers;

import io.grizzlythrift.client.peers.gen.Health;
import io.grizzlythrift.client.peers.gen.NotReady;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A server of this library for Envoy: Peers, and a service that tells whether it is ready. */
final class EnvoyServer implements Health.Iface, AutoCloseable {
    private final AtomicLong calls = new AtomicLong();
    private final ThriftServer server;
    private volatile boolean healthy = true;
    private volatile boolean readinessIgnored;

    private EnvoyServer(ThriftServerBuilder builder, Set<String> leftOut) {
        server = builder.processor(new UuidPeers.Processor<>(counting(new PeerHandler(leftOut))))
                .service("health", new Health.Processor<>(this))
                .build();
    }

    static EnvoyServer start(ThriftProtocol protocol) {
        return start(builder(protocol));
    }

    static EnvoyServer start(ThriftServerBuilder builder) {
        return start(builder, Set.of());
    }

    /** Starts a server that expects samples without these fields. */
    static EnvoyServer start(ThriftServerBuilder builder, Set<String> leftOut) {
        EnvoyServer server = new EnvoyServer(builder, leftOut);
        server.server.start();
        return server;
    }

    static ThriftServerBuilder builder(ThriftProtocol protocol) {
        return ThriftServer.builder()
                .name(UniqueName.of("behind-envoy"))
                .limits(PatientLimits.builder().build())
                .listen(TestServer.HOST, 0)
                .protocol(protocol)
                .strategy(WorkerThreadStrategy.ofThreads(4))
                .selectorThreads(1);
    }

    private UuidPeers.Iface counting(PeerHandler handler) {
        return (UuidPeers.Iface) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {UuidPeers.Iface.class}, (proxy, method, arguments) -> {
                    calls.incrementAndGet();
                    try {
                        return method.invoke(handler, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void check() throws NotReady {
        if (!healthy || (!readinessIgnored && !server.isReady())) {
            throw new NotReady();
        }
    }

    /** Sets whether a server that is ready is healthy. */
    void healthy(boolean isHealthy) {
        healthy = isHealthy;
    }

    /** Has the server stay healthy while it shuts down. */
    void alwaysHealthy() {
        readinessIgnored = true;
    }

    /** Returns the number of calls of Peers so far. */
    long calls() {
        return calls.get();
    }

    ThriftServer server() {
        return server;
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.shutdown(Duration.ZERO);
    }
}
