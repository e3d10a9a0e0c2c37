package io.grizzlythrift.samples.guide;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.http.addon.ThriftAddOn;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.samples.guide.gen.Health;
import io.grizzlythrift.samples.guide.gen.NotReady;
import io.grizzlythrift.server.ThriftServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.enterprise.inject.spi.Extension;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TMultiplexedProcessor;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TServerSocket;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the pages show does what they say. */
@Test(timeOut = 60_000)
public class GuideTest {
    private static ThriftClient client(int port, ThriftProtocol protocol) {
        return client(port).protocol(protocol).build();
    }

    /** With time for a busy machine. */
    private static ThriftClientBuilder client(int port) {
        return ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .connectTimeout(Duration.ofMinutes(1))
                .callTimeout(Duration.ofMinutes(1));
    }

    private static int add(int port, ThriftProtocol protocol) throws TException {
        try (ThriftClient client = client(port, protocol)) {
            return client.stub(Calculator.Iface.class).add(1, 1);
        }
    }

    @DataProvider
    public static Object[] servers() {
        return new Object[] {
            Strategies.sameThread(0),
            Strategies.workerThread(0),
            Strategies.leaderFollower(0),
            Strategies.adaptive(0),
            Strategies.executor(0),
            Strategies.sharedExecutor(0, ForkJoinPool.commonPool()),
            Strategies.asCompleted(0),
            Strategies.priorities(0),
            Strategies.overload(0),
            Strategies.methods(0),
            ThriftServer.builder()
                    .listen("127.0.0.1", 0)
                    .processor(new Calculator.Processor<>(new Caller()))
                    .build(),
            Running.limited(0),
            Running.drained(0)
        };
    }

    @Test(dataProvider = "servers")
    public void serversServe(ThriftServer server) throws Exception {
        server.start();
        assertEquals(add(server.port(), ThriftProtocol.BINARY), 2);
        assertTrue(Running.stop(server));
    }

    public void balanced() throws Exception {
        ThriftServer server = Running.balanced(ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .processor(new Calculator.Processor<>(new CalculatorHandler())))
                .start();
        assertTrue(server.isReady());
        server.shutdown(Duration.ZERO); // does not wait for the delay
        assertTrue(server.awaitTermination(Duration.ZERO));
    }

    public void healthFollowsReadiness() throws Exception {
        ThriftServer server = BehindEnvoy.server("127.0.0.1", 0).start();
        try (ThriftClient client = client(server.port(), ThriftProtocol.BINARY)) {
            Health.Iface health = client.stub(Health.Iface.class, "health");
            health.check();
            assertEquals(BehindEnvoy.canary("127.0.0.1", server.port()), 2);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            while (server.isReady()) {
                Thread.onSpinWait();
            }
            assertThrows(NotReady.class, health::check); // it still serves: for the delay
            server.shutdown(Duration.ZERO);
            stopped.join();
        }
    }

    public void ownHook() throws Exception {
        try (ThriftServer server = served();
                ThriftClient backend = client(server.port(), ThriftProtocol.BINARY)) {
            Thread hook = Running.ownHook(server, backend);
            assertTrue(Runtime.getRuntime().removeShutdownHook(hook), "not registered");
            hook.start();
            hook.join();
            assertFalse(server.isRunning());
            assertThrows(
                    TException.class, () -> backend.stub(Calculator.Iface.class).add(1, 1));
        }
    }

    public void ownChain() throws Exception {
        try (OwnChain chain = new OwnChain(0)) {
            assertEquals(add(chain.port(), ThriftProtocol.BINARY), 2);
            assertEquals(add(chain.chainPort(), ThriftProtocol.BINARY), 2);
            assertTrue(
                    Thread.getAllStackTraces().keySet().stream()
                            .anyMatch(thread -> thread.getName().startsWith("calculator-worker-")),
                    "the threads of the strategy run calls");
        }
    }

    private static HttpServer httpServer() {
        HttpServer http = new HttpServer();
        http.addListener(new NetworkListener("grizzly", "127.0.0.1", 0));
        return http;
    }

    public void besideHttp() throws Exception {
        HttpServer own = httpServer();
        ThriftAddOn thrift = BesideHttp.onOwnPort(own, 0);
        assertEquals(add(thrift.listener().port(), ThriftProtocol.BINARY), 2);
        BesideHttp.end(own);
        assertFalse(thrift.listener().isRunning());

        HttpServer shared = httpServer();
        BesideHttp.onHttpPort(shared);
        assertEquals(add(shared.getListener("grizzly").getPort(), ThriftProtocol.COMPACT), 2);
        BesideHttp.end(shared);
    }

    public void hk2() throws Exception {
        ServiceLocator locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
        int port = Hk2Program.serve(locator, 0).port();
        assertEquals(add(port, ThriftProtocol.BINARY), 2);
        Hk2Program.end(locator);
        assertThrows(CallFailedException.class, () -> add(port, ThriftProtocol.BINARY));
    }

    public void beans() throws Exception {
        System.setProperty("grizzly.thrift.server.thrift.port", "0");
        Weld weld = new Weld()
                .disableDiscovery()
                .addBeanClasses(Beans.CalculatorService.class, Beans.Invoices.class, Beans.ThriftSettings.class);
        ServiceLoader.load(Extension.class).forEach(weld::addExtension);
        try (WeldContainer application = weld.initialize()) {
            assertEquals(application.select(Beans.Invoices.class).get().total(1, 1), 2);
        } finally {
            System.clearProperty("grizzly.thrift.server.thrift.port");
        }
    }

    public void tokens() throws Exception {
        HttpServer http = new HttpServer();
        http.addListener(new NetworkListener("http", "127.0.0.1", 0));
        Tokens.serve(http, "secret");
        http.start();
        String address =
                "http://127.0.0.1:" + http.getListeners().iterator().next().getPort() + "/calculator";
        assertEquals(Tokens.add(address, "secret"), 2);
        TApplicationException rejected =
                expectThrows(TApplicationException.class, () -> Tokens.add(address, "guessed"));
        assertEquals(rejected.getMessage(), "not authenticated");
        http.shutdownNow();
    }

    public void http() throws Exception {
        HttpServer http = new HttpServer();
        http.addListener(new NetworkListener("http", "127.0.0.1", 0));
        OverHttp.serve(http);
        http.start();
        int port = http.getListeners().iterator().next().getPort();
        assertEquals(OverHttp.add("http://127.0.0.1:" + port + "/calculator"), 2);
        http.shutdownNow();
    }

    public void servlets() throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Path.of("target", "tomcat").toAbsolutePath().toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context declared = tomcat.addContext("/declared", null);
        Tomcat.addServlet(declared, "calculator", new Servlets.CalculatorServlet());
        declared.addServletMappingDecoded("/calculator", "calculator");
        Context added = tomcat.addContext("/added", null);
        added.addServletContainerInitializer((classes, context) -> Servlets.add(context), null);
        tomcat.start();
        try {
            for (String path : List.of("/declared", "/added")) {
                String address = "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path + "/calculator";
                assertEquals(OverHttp.add(address), 2);
            }
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    public void headersOfLibthrift() throws Exception {
        TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TServer server = WithHeaders.server(socket, new Calculator.Processor<>(new CalculatorHandler() {
            @Override
            public void ping() {
                WithHeaders.handle();
            }
        }));
        CompletableFuture<Void> end = CompletableFuture.runAsync(server::serve);
        assertEquals(WithHeaders.call(socket.getServerSocket().getLocalPort()), Map.of("served-for", "blue"));
        server.stop();
        end.get(20, TimeUnit.SECONDS);
    }

    /** What the page on migrating says of libthrift's own way to serve several services. */
    public void multiplexedProcessorAsProcessor() throws Exception {
        TMultiplexedProcessor several = new TMultiplexedProcessor();
        several.registerProcessor("calculator", new Calculator.Processor<>(new CalculatorHandler()));
        try (ThriftServer server = ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .processor(several)
                        .build()
                        .start();
                ThriftClient client = client(server.port(), ThriftProtocol.BINARY)) {
            assertEquals(client.stub(Calculator.Iface.class, "calculator").add(1, 1), 2);
        }
    }

    public void answersFromAnotherPool() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (ThriftServer server = LaterAnswers.serve(0, pool);
                ThriftClient client = client(server.port(), ThriftProtocol.BINARY)) {
            Calculator.Iface calculator = client.stub(Calculator.Iface.class);
            assertEquals(calculator.add(1, 1), 2);
            assertEquals(calculator.calculate(1, new Work(5, 3, Operation.SUBTRACT)), 2);
            assertThrows(InvalidOperation.class, () -> calculator.calculate(1, new Work(1, 0, Operation.DIVIDE)));
        } finally {
            pool.shutdownNow();
        }
    }

    public void headersOfOneCall() throws Exception {
        try (ThriftServer server = served();
                ThriftClient client =
                        client(server.port()).dialect(Dialect.HEADER).build()) {
            assertEquals(Stubs.headers(client), 2);
        }
    }

    public void waysToCall() throws Exception {
        try (ThriftServer server = served();
                ThriftClient client = client(server.port(), ThriftProtocol.BINARY)) {
            CompletableFuture<Integer> eight = new CompletableFuture<>();
            Stubs.callbacks(client, new AsyncMethodCallback<>() {
                @Override
                public void onComplete(Integer sum) {
                    eight.complete(sum);
                }

                @Override
                public void onError(Exception failure) {
                    eight.completeExceptionally(failure);
                }
            });
            assertEquals(eight.get(20, TimeUnit.SECONDS), Integer.valueOf(8));
            assertEquals(Stubs.waiting(client), 2);
            assertEquals(Stubs.futures(client), 10);
            assertEquals(Stubs.generatedClient(client), 10);
            Optional<Integer> two = Deadlines.addQuickly(client);
            while (two.isEmpty()) { // on a loaded machine, its deadline may pass
                two = Deadlines.addQuickly(client);
            }
            assertEquals(two, Optional.of(2));
            assertTrue(Deadlines.giveUp(client) || client.counters().failed(FailureCause.CANCELLED) == 0);
            assertEquals(Retry.add(client.stub(Calculator.Iface.class), 1, 1), 2);
            assertEquals(Brake.sumOfSums(client.stub(Calculator.AsyncIface.class), 3_000), 4_501_500);
            assertEquals(client.counters().failed(FailureCause.NO_CAPACITY), 0);
            assertTrue(printed(server, client).startsWith("add: "), printed(server, client));
            assertTrue(Numbers.scrape(server).contains("thrift_server_calls_total{method=\"add\""));
        }
    }

    public void aHandlerThatCallsAnotherServer() throws Exception {
        try (ThriftServer back = Strategies.workerThread(0).start();
                ThriftClient next = client(back.port()).build();
                ThriftServer front = ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .processor(new Calculator.Processor<>(new LongCalls(next, ForkJoinPool.commonPool())))
                        .build()
                        .start()) {
            assertEquals(add(front.port(), ThriftProtocol.BINARY), 2);
            assertEquals(next.counters().completed(), 1);
        }
    }

    public void metersOfAClient() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ThriftServer server = Strategies.workerThread(0).start();
                ThriftClient client = Numbers.timed(registry, server.port())) {
            Numbers.bind(client, registry);
            client.stub(Calculator.Iface.class).add(1, 1);
            String scraped = registry.scrape();
            assertTrue(scraped.contains("thrift_client_calls_total{client=\"thrift-client\",outcome=\"completed\"} 1"));
            assertTrue(
                    scraped.contains("thrift_client_call_duration_seconds_bucket{client=\"thrift-client\","), scraped);
        }
    }

    private static ThriftServer served() {
        return ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .build()
                .start();
    }

    private static String printed(ThriftServer server, ThriftClient client) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Numbers.print(server, out);
        Numbers.printCounters(server, client, out);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public void guards() throws Exception {
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        try (ThriftServer server = Guards.server(0, log::add).start();
                ThriftClient client = Guards.client(server.port(), log::add)) {
            Calculator.Iface calculator = client.stub(Calculator.Iface.class);
            CallFailedException refused = expectThrows(
                    CallFailedException.class, () -> calculator.calculate(1, new Work(1, 1, Operation.ADD)));
            assertEquals(refused.failure(), FailureCause.REFUSED);
            assertFalse(refused.mayHaveRun());
            assertEquals(calculator.add(1, 1), 2);
            List<String> lines = List.of(log.take(), log.take());
            assertTrue(lines.stream().allMatch(line -> line.startsWith("add: REPLIED after ")), lines.toString());
        }
    }
}
