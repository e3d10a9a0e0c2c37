package io.grizzlythrift.client.micrometer;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.discovery.Answers;
import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Tests what a registry shows of a client. */
@Test(timeOut = 60_000)
public class ThriftClientMetersTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static ThriftClientBuilder oneInFlight(ProbeServer server) {
        return server.client()
                .name("metered")
                .connectionsPerEndpoint(1)
                .maxInFlightPerConnection(1)
                .callTimeout(Await.LONG)
                .maxWait(Await.LONG);
    }

    private double gauge(SimpleMeterRegistry of, ProbeServer server, String name) {
        return of.get("thrift.client." + name)
                .tags("client", "metered", "endpoint", server.endpoint())
                .gauge()
                .value();
    }

    private double counter(SimpleMeterRegistry of, String name, String... tags) {
        return of.get("thrift.client." + name).tags(tags).functionCounter().count();
    }

    public void callsOfAnEndpoint() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (ProbeServer server = ProbeServer.start(PROTOCOL);
                ThriftClient client = oneInFlight(server).build();
                ThriftClientMetricsBinder binder = new ThriftClientMetricsBinder(client)) {
            binder.bindTo(meters);
            System.gc(); // what meters hold weakly must not go
            assertEquals(gauge(meters, server, "connections.open"), 0.0);
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ReceivedCall request = server.take();
            CompletableFuture<String> second = stub.echo("second");
            Await.that("the second call waits", () -> gauge(meters, server, "calls.waiting") == 1);
            assertEquals(gauge(meters, server, "calls.in.flight"), 1.0);
            assertEquals(gauge(meters, server, "connections.open"), 1.0);
            assertTrue(meters.get("thrift.client.queued").gauge().value() > 0);
            ProbeCalls.reply(request);
            CallResults.result(first);
            server.take().connection().reset();
            CallResults.failure(second);
            assertEquals(gauge(meters, server, "calls.waiting"), 0.0);
            CompletableFuture<String> third = stub.echo("third");
            ProbeCalls.reply(server.take());
            CallResults.result(third);
            assertEquals(counter(meters, "connections.attempts", "endpoint", server.endpoint()), 2.0);
            assertEquals(counter(meters, "connections.reconnects", "endpoint", server.endpoint()), 1.0);
            assertEquals(counter(meters, "calls", "outcome", "completed"), 2.0);
            assertEquals(counter(meters, "calls", "outcome", "connection_reset"), 1.0);
            assertEquals(counter(meters, "calls", "outcome", "timed_out"), 0.0);
        }
        assertEquals(meters.getMeters().size(), 0, "the binder is closed");
    }

    public void twoClientsOfOneRegistry() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (ProbeServer server = ProbeServer.echoing(PROTOCOL);
                ThriftClient first = server.client().build();
                ThriftClient second = server.client().build()) {
            new ThriftClientMetricsBinder(first, Tags.of("zone", "a")).bindTo(meters);
            new ThriftClientMetricsBinder(second, Tags.of("zone", "b")).bindTo(meters);
            second.stub(Probe.Iface.class).echo("one");
            assertEquals(counter(meters, "calls", "outcome", "completed", "zone", "a"), 0.0);
            assertEquals(counter(meters, "calls", "outcome", "completed", "zone", "b"), 1.0);
        }
    }

    /** A client is replaced in one process: its successor is bound first. */
    public void theMetersOfASuccessorOfTheSameNameStay() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (ProbeServer server = ProbeServer.echoing(PROTOCOL);
                ThriftClient second = server.client().name("metered").build();
                ThriftClientMetricsBinder successor = new ThriftClientMetricsBinder(second)) {
            try (ThriftClient first = server.client().name("metered").build();
                    ThriftClientMetricsBinder binder = new ThriftClientMetricsBinder(first)) {
                binder.bindTo(meters);
                first.stub(Probe.Iface.class).echo("one");
                successor.bindTo(meters);
                assertEquals(counter(meters, "calls", "outcome", "completed"), 0.0, "the one bound last is shown");
                second.stub(Probe.Iface.class).echo("one");
            }
            assertEquals(counter(meters, "calls", "outcome", "completed"), 1.0, "meters of the successor");
            assertEquals(gauge(meters, server, "connections.open"), 1.0);
            assertEquals(meters.get("thrift.client.endpoints").gauge().value(), 1.0);
        }
        assertEquals(meters.getMeters().size(), 0, "both binders are closed");
    }

    /** A scrape reads each meter of each server: it must not search for the server each time. */
    public void aScrapeOfManyServersListsThemOnce() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        List<EndpointAddress> servers = IntStream.range(0, 2_000)
                .mapToObj(number -> EndpointAddress.of("server-" + number, 1))
                .toList();
        try (ThriftClient client = ThriftClient.builder()
                        .name("metered")
                        .resolver(FixedResolver.of(servers))
                        .build();
                ThriftClientMetricsBinder binder = new ThriftClientMetricsBinder(client)) {
            binder.bindTo(meters);
            for (int scrape = 0; scrape < 20; scrape++) { // by a search for each: minutes
                meters.getMeters().forEach(meter -> meter.measure().forEach(Measurement::getValue));
            }
            assertEquals(client.endpoint("server-7:1").orElseThrow().endpoint(), "server-7:1");
            assertTrue(client.endpoint("server-7:2").isEmpty());
        }
    }

    /** Where each start of a server gives it another address, meters would become ever more. */
    public void endpointsThatComeAndGo() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        CompletableFuture<Resolver.Listener> listener = new CompletableFuture<>();
        Resolver.Resolution running =
                FixedResolver.of(List.of(EndpointAddress.of("127.0.0.1", 1))).start(new Answers());
        Resolver resolver = told -> {
            listener.complete(told);
            told.resolved(List.of(EndpointAddress.of("127.0.0.1", 1)));
            return running;
        };
        try (ThriftClient client = ThriftClient.builder()
                        .name("metered")
                        .resolver(resolver)
                        .build();
                ThriftClientMetricsBinder binder = new ThriftClientMetricsBinder(client)) {
            binder.bindTo(meters);
            int before = meters.getMeters().size();
            for (int port = 2; port < 20; port++) {
                listener.join().resolved(List.of(EndpointAddress.of("127.0.0.1", port)));
                assertEquals(meters.get("thrift.client.endpoints").gauge().value(), 1.0);
                meters.get("thrift.client.connections.open")
                        .tags("endpoint", "127.0.0.1:" + port)
                        .gauge();
            }
            assertEquals(meters.getMeters().size(), before);
        }
        assertEquals(meters.getMeters().size(), 0, "the binder is closed");
    }

    /** Tests that times are recorded by method, endpoint and outcome, in timers with the user's settings. */
    public void timesOfCalls() throws Exception {
        ThriftClientCallTimer timed = new ThriftClientCallTimer(
                registry, timer -> timer.tag("client", "timed").publishPercentiles(0.5, 0.99));
        try (ProbeServer server = ProbeServer.start(PROTOCOL);
                ThriftClient client = oneInFlight(server).interceptor(timed).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 3; i++) {
                CompletableFuture<String> call = stub.echo("fine");
                ProbeCalls.reply(server.take());
                CallResults.result(call);
            }
            CompletableFuture<String> lost = stub.echo("lost");
            server.take().connection().reset();
            assertEquals(CallResults.failure(lost).failure(), FailureCause.CONNECTION_RESET);
            Timer replied = timer("echo", server.endpoint(), "replied");
            assertEquals(replied.count(), 3);
            assertTrue(replied.totalTime(java.util.concurrent.TimeUnit.NANOSECONDS) > 0);
            assertEquals(replied.takeSnapshot().percentileValues().length, 2);
            assertEquals(timer("echo", server.endpoint(), "connection_reset").count(), 1);
        }
    }

    public void aCallWithoutAConnection() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (ProbeServer server = ProbeServer.start(PROTOCOL)) {
            ThriftClient client = server.client()
                    .interceptor(new ThriftClientCallTimer(meters))
                    .build();
            client.close();
            CallResults.failure(client.stub(Probe.FutureIface.class).echo("late"));
            assertEquals(
                    meters.get("thrift.client.call.duration")
                            .tags("service", "", "method", "echo", "endpoint", "none", "outcome", "client_closed")
                            .timer()
                            .count(),
                    1);
        }
    }

    private Timer timer(String method, String endpoint, String outcome) {
        return registry.get("thrift.client.call.duration")
                .tags("service", "", "method", method, "endpoint", endpoint, "outcome", outcome, "client", "timed")
                .timer();
    }
}
