package io.grizzlythrift.micrometer;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import com.sun.net.httpserver.HttpServer;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.gen.Everything;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** Compares the values that Prometheus scrapes from a server over HTTP with the calls that were made. */
@Test(timeOut = 60_000)
public class ThriftServerMetricsBinderTest {
    /** Echoes the first argument, or fails if its text demands it. */
    private static final TProcessor ECHO = new Everything.Processor<>((Everything.Iface) Proxy.newProxyInstance(
            Everything.class.getClassLoader(), new Class<?>[] {Everything.Iface.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("fail")) {
                    throw new IllegalStateException("as requested");
                }
                return arguments[0];
            }));

    private static ThriftServerBuilder builder() {
        return ThriftServer.builder()
                .name(UniqueName.of("scraped"))
                .listen("127.0.0.1", 0)
                .limits(PatientLimits.builder().build())
                .processor(ECHO);
    }

    private interface Calls {
        void make(Everything.Iface plain, Everything.Iface named) throws TException;
    }

    private static void call(ThriftServer server, Calls calls) throws TException {
        try (TFramedTransport transport = new TFramedTransport(new TSocket("127.0.0.1", server.port(), 20_000))) {
            transport.open();
            TProtocol protocol = new TBinaryProtocol(transport);
            calls.make(
                    new Everything.Client(protocol),
                    new Everything.Client(new TMultiplexedProtocol(protocol, "named")));
        }
    }

    /** Scrapes the registry and returns the values by name and tags. */
    private static Map<String, Double> scrape(PrometheusMeterRegistry registry) throws Exception {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/metrics", exchange -> {
            byte[] page = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        http.start();
        try {
            URI page = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/metrics");
            HttpRequest request =
                    HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(20)).build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(response.statusCode(), 200);
            Map<String, Double> values = new TreeMap<>();
            response.body()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> values.put(
                            line.substring(0, line.lastIndexOf(' ')),
                            Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
            return values;
        } finally {
            http.stop(0);
        }
    }

    private static String tag(ThriftServer server) {
        return "server=\"" + server.config().name() + "\"";
    }

    private static double callsOf(
            Map<String, Double> scraped, ThriftServer server, String service, String method, String outcome) {
        return scraped.get("thrift_server_calls_total{method=\"" + method + "\",outcome=\"" + outcome + "\","
                + tag(server) + ",service=\"" + service + "\"}");
    }

    private static double valueOf(Map<String, Double> scraped, ThriftServer server, String name, MethodMetrics of) {
        return scraped.get(
                name + "{method=\"" + of.method() + "\"," + tag(server) + ",service=\"" + of.service() + "\"}");
    }

    public void aScrapeShowsWhatWasCalled() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ThriftServer server = builder().service("named", ECHO).build().start()) {
            new ThriftServerMetricsBinder(server).bindTo(registry);
            Map<String, Double> before = scrape(registry);
            assertEquals(callsOf(before, server, "", "echoI32", "replied"), 0.0);
            assertEquals(callsOf(before, server, "named", "echoI32", "replied"), 0.0);
            System.gc(); // must not collect the objects that meters hold weakly
            call(server, (plain, named) -> {
                for (int i = 0; i < 5; i++) {
                    assertEquals(plain.echoI32(i), i);
                    assertEquals(named.echoString("fine"), "fine");
                }
                expectThrows(TApplicationException.class, () -> plain.fail("now"));
                Map<String, Double> connected = scrapeUnchecked(registry);
                assertEquals(connected.get("thrift_server_connections_open{" + tag(server) + "}"), 1.0);
            });
            while (server.counters().inFlight() > 0) { // a reply may arrive before its call has ended
                LockSupport.parkNanos(200_000);
            }
            Map<String, Double> after = scrape(registry);
            assertEquals(callsOf(after, server, "", "echoI32", "replied"), 5.0);
            assertEquals(callsOf(after, server, "named", "echoString", "replied"), 5.0);
            assertEquals(callsOf(after, server, "named", "echoI32", "replied"), 0.0);
            assertEquals(callsOf(after, server, "", "fail", "handler_failed"), 1.0);
            assertEquals(callsOf(after, server, "", "fail", "replied"), 0.0);
            MethodMetrics echo = server.metrics().method("", "echoI32").orElseThrow();
            assertTrue(echo.messageBytes() > 0 && echo.handled().total().toNanos() > 0, echo.toString());
            assertEquals(valueOf(after, server, "thrift_server_call_message_bytes_total", echo), (double)
                    echo.messageBytes());
            assertEquals(
                    valueOf(after, server, "thrift_server_call_reply_bytes_total", echo), (double) echo.replyBytes());
            assertEquals(valueOf(after, server, "thrift_server_call_handled_seconds_count", echo), 5.0);
            assertEquals(
                    valueOf(after, server, "thrift_server_call_handled_seconds_sum", echo),
                    echo.handled().total().toNanos() / 1e9,
                    1e-12);
            assertEquals(
                    valueOf(after, server, "thrift_server_call_queued_seconds_sum", echo),
                    echo.queued().total().toNanos() / 1e9,
                    1e-12);
            assertEquals(after.get("thrift_server_connections_accepted_total{" + tag(server) + "}"), 1.0);
            assertEquals(
                    after.get("thrift_server_limit_reached_total{limit=\"max_in_flight\"," + tag(server) + "}"), 0.0);
            assertEquals(after.get("thrift_server_calls_in_flight{" + tag(server) + "}"), 0.0);
            assertEquals(after.get("thrift_server_calls_in_flight_limit{" + tag(server) + "}"), (double)
                    server.counters().inFlightLimit());
            assertEquals(after.get("thrift_server_errors_total{kind=\"protocol\"," + tag(server) + "}"), 0.0);
        }
    }

    private static Map<String, Double> scrapeUnchecked(PrometheusMeterRegistry registry) {
        try {
            return scrape(registry);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Methods of a processor that does not list them, and unknown methods, appear when they are called. */
    public void methodsThatAppearLater() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        TProcessor silent = (in, out) -> ECHO.process(in, out);
        try (ThriftServer server = builder().service("silent", silent).build().start()) {
            new ThriftServerMetricsBinder(server).bindTo(registry);
            assertFalse(scrape(registry).keySet().stream().anyMatch(line -> line.contains("service=\"silent\"")));
            call(server, (plain, named) -> {
                expectThrows(TApplicationException.class, () -> named.echoI32(1));
                TProtocol protocol = ((Everything.Client) plain).getOutputProtocol();
                assertEquals(new Everything.Client(new TMultiplexedProtocol(protocol, "silent")).echoI32(7), 7);
            });
            Map<String, Double> after = scrape(registry);
            assertEquals(callsOf(after, server, "silent", "echoI32", "replied"), 1.0);
            assertEquals(callsOf(after, server, "", ServerMetrics.OTHER, "unknown_method"), 1.0);
        }
    }

    /**
     * The metrics are available over HTTP on the port of the server until the binder is closed, even if the registry is
     * part of a composite.
     */
    public void theThriftPortServesThem() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CompositeMeterRegistry both = new CompositeMeterRegistry().add(new SimpleMeterRegistry());
        both.add(registry);
        try (ThriftServer server = builder().http(true).build().start()) {
            HttpRequest get = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            for (MeterRegistry bound : List.of(registry, both)) {
                assertEquals(
                        client.send(get, HttpResponse.BodyHandlers.ofString()).statusCode(), 404);
                try (ThriftServerMetricsBinder binder = new ThriftServerMetricsBinder(server)) {
                    binder.bindTo(bound);
                    binder.bindTo(new SimpleMeterRegistry());
                    call(server, (plain, named) -> plain.echoI32(1));
                    HttpResponse<String> page = client.send(get, HttpResponse.BodyHandlers.ofString());
                    assertEquals(page.statusCode(), 200);
                    assertTrue(page.body().contains("thrift_server_connections_accepted_total{server="), page.body());
                    assertTrue(page.body().contains("method=\"echoI32\",outcome=\"replied\""), page.body());
                }
            }
            assertEquals(client.send(get, HttpResponse.BodyHandlers.ofString()).statusCode(), 404);
        }
    }

    /** Two servers in one registry have separate meters; closing a binder removes its meters. */
    public void closedBindersLeaveNothing() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (ThriftServer first = builder().build().start();
                ThriftServer second = builder().build().start();
                ThriftServerMetricsBinder stays = new ThriftServerMetricsBinder(first, Tags.of("zone", "a"))) {
            stays.bindTo(registry);
            int meters = registry.getMeters().size();
            try (ThriftServerMetricsBinder goes = new ThriftServerMetricsBinder(second, Tags.of("zone", "b"))) {
                goes.bindTo(registry);
                assertEquals(registry.getMeters().size(), 2 * meters);
                call(second, (plain, named) -> plain.echoI32(1));
                assertEquals(calls(registry, "a"), 0.0);
                assertEquals(calls(registry, "b"), 1.0);
            }
            assertEquals(registry.getMeters().size(), meters);
            call(second, (plain, named) -> expectThrows(TApplicationException.class, () -> named.echoI32(1)));
            assertEquals(registry.getMeters().size(), meters);
        }
        assertEquals(registry.getMeters().size(), 0);
    }

    /** A server is replaced in one process: its successor is bound first. */
    @SuppressWarnings("try") // the old binder is closed before the end of its block
    public void theMetersOfASuccessorOfTheSameNameStay() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        String name = UniqueName.of("successor");
        try (ThriftServer first = builder().name(name).build().start();
                ThriftServer second = builder().name(name).build().start();
                ThriftServerMetricsBinder old = new ThriftServerMetricsBinder(first, Tags.of("zone", "a"));
                ThriftServerMetricsBinder successor = new ThriftServerMetricsBinder(second, Tags.of("zone", "a"))) {
            old.bindTo(registry);
            int meters = registry.getMeters().size();
            call(first, (plain, named) -> plain.echoI32(1));
            successor.bindTo(registry);
            assertEquals(calls(registry, "a"), 0.0);
            assertEquals(registry.getMeters().size(), meters);
            old.close();
            assertEquals(registry.getMeters().size(), meters);
            call(second, (plain, named) -> plain.echoI32(1));
            assertEquals(calls(registry, "a"), 1.0);
        }
        assertEquals(registry.getMeters().size(), 0);
    }

    private static double calls(SimpleMeterRegistry registry, String zone) {
        return registry.get("thrift.server.calls")
                .tags("zone", zone, "method", "echoI32", "outcome", "replied")
                .functionCounter()
                .count();
    }

    public void aServerThatWasNotStarted() throws IOException {
        try (ThriftServer server = builder().build();
                ThriftServerMetricsBinder binder = new ThriftServerMetricsBinder(server)) {
            IllegalStateException failure =
                    expectThrows(IllegalStateException.class, () -> binder.bindTo(new SimpleMeterRegistry()));
            assertTrue(failure.getMessage().contains(server.config().name()), failure.getMessage());
        }
    }
}
