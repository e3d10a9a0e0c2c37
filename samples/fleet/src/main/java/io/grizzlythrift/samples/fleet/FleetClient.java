package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.discovery.DnsResolver;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.discovery.ZooKeeperResolver;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The client of the fleet, shared by all threads of a process. Counts the calls that each server replied to. */
final class FleetClient {
    /** The key of the number of retries in the report. */
    static final String RETRIES = "retries";

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private final Map<String, LongAdder> served = new ConcurrentHashMap<>();
    private final ThriftClient client;

    private FleetClient(Settings settings) {
        client = builder(resolver(settings.get(Settings.SERVERS)))
                .interceptor(countServed())
                .build();
        settings.find(Settings.REPORT).map(Path::of).ifPresent(this::reportAtTheEnd);
    }

    /** Creates a client with the settings of this process. */
    static FleetClient ofThisProcess() {
        return new FleetClient(Settings.ofThisProcess());
    }

    MapKeeper.Iface mapKeeper() {
        return client.stub(MapKeeper.Iface.class);
    }

    private static ThriftClientBuilder builder(Resolver servers) {
        // @start region=client
        return ThriftClient.builder()
                .resolver(servers)
                .protocol(ThriftProtocol.COMPACT)
                .callTimeout(CALL_TIMEOUT)
                .retries(RetryPolicy.create().withIdempotentMethods("ping", "get", "scan", "put", "update", "addMap"));
        // @end region=client
    }

    static Resolver resolver(String servers) {
        if (servers.startsWith("zookeeper:")) {
            String zooKeeper = servers.substring("zookeeper:".length());
            return ZooKeeperResolver.of(Curators.start(zooKeeper), Settings.BASE_PATH, Settings.SERVICE);
        }
        if (servers.startsWith("dns:")) {
            Settings.HostAndPort name = Settings.HostAndPort.of(Settings.SERVERS, servers.substring("dns:".length()));
            return DnsResolver.of(name.host(), name.port());
        }
        throw new IllegalArgumentException(
                Settings.SERVERS + " is " + servers + ", must be zookeeper:HOST:PORT or dns:NAME:PORT");
    }

    private ClientInterceptor countServed() {
        return call -> outcome -> {
            if (outcome.kind() == ClientCallOutcome.Kind.REPLIED) {
                served.computeIfAbsent(outcome.endpoint().orElseThrow(), unused -> new LongAdder())
                        .increment();
            }
        };
    }

    /** YCSB exits its process without closing the client, so a shutdown hook writes the report. */
    private void reportAtTheEnd(Path file) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> report(file), "fleet-report"));
    }

    private void report(Path file) {
        Properties report = new Properties();
        served.forEach((endpoint, calls) -> report.setProperty(endpoint, calls.toString()));
        report.setProperty(RETRIES, String.valueOf(client.counters().retries()));
        try (Writer out = Files.newBufferedWriter(file)) {
            report.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
