package io.grizzlythrift.client.process;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The life of an application in a container: it starts a server and a client, makes calls, and closes both. Loaded by a class
 * loader of its own, as everything that it uses except the JDK.
 */
public final class Deployment implements Callable<String> {
    static final String AUTHORITY = "authority.pem";
    static final String CERTIFICATE = "certificate.pem";

    private static final int SECONDS = 30;

    private final ProcessingStrategy strategy;
    private final String tlsDirectory;

    /**
     * @param strategy names the strategy of the server
     * @param tlsDirectory has the two files for TLS; empty for plain connections
     */
    public Deployment(String strategy, String tlsDirectory) {
        this.tlsDirectory = tlsDirectory;
        this.strategy = switch (strategy) {
            case "same-thread" -> SameThreadStrategy.create();
            case "leader-follower" -> LeaderFollowerStrategy.ofThreads(2);
            default -> WorkerThreadStrategy.ofThreads(2);
        };
    }

    /** Returns the last result. */
    @Override
    public String call() throws Exception {
        ThriftServerBuilder serverBuilder = ThriftServer.builder()
                .name("deployed")
                .protocol(ThriftProtocol.COMPACT)
                .listen("127.0.0.1", 0)
                .selectorThreads(1)
                .strategy(strategy)
                .processor(new Probe.Processor<>(new ProbeHandler()));
        ThriftClientBuilder clientBuilder =
                ThriftClient.builder().name("deployed").protocol(ThriftProtocol.COMPACT);
        if (!tlsDirectory.isEmpty()) {
            Path certificate = Path.of(tlsDirectory, CERTIFICATE);
            serverBuilder.tls(
                    TlsConfig.builder().certificate(certificate, certificate).build());
            clientBuilder.tls(
                    TlsConfig.builder().trust(Path.of(tlsDirectory, AUTHORITY)).build());
        }
        ThriftServer server = serverBuilder.build().start();
        try (ThriftClient client =
                clientBuilder.endpoint("127.0.0.1", server.port()).build()) {
            Probe.Iface stub = client.stub(Probe.Iface.class);
            stub.note("oneway");
            for (int chars = 1; chars < 1 << 20; chars *= 8) { // small and large writes and reads
                stub.echo("x".repeat(chars));
            }
            String result =
                    client.stub(Probe.FutureIface.class).echo("deployed").get(SECONDS, TimeUnit.SECONDS);
            server.close(); // while a client is connected
            return result;
        } finally {
            server.close();
        }
    }
}
