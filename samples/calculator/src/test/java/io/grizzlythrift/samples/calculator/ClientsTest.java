package io.grizzlythrift.samples.calculator;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Every client of the sample, run against its server, on each strategy. */
public class ClientsTest {
    private static final String HOST = "127.0.0.1";
    private static final long LIMIT_S = 20;

    private final Semaphore zips = new Semaphore(0);
    private final ProcessingStrategy strategy;
    private volatile CountDownLatch mayAdd = new CountDownLatch(0);
    private volatile int error;
    private ThriftServer server;

    @Factory(dataProvider = "strategies")
    public ClientsTest(ProcessingStrategy strategy) {
        this.strategy = strategy;
    }

    @DataProvider
    public static Object[] strategies() {
        return new Object[] {
            SameThreadStrategy.create(), WorkerThreadStrategy.ofThreads(4), LeaderFollowerStrategy.ofThreads(4)
        };
    }

    /** How a client of the sample is run. */
    private interface SampleClient {
        void run(String host, int port, PrintStream out) throws Exception;
    }

    private record Named(String name, SampleClient client) {
        @Override
        public String toString() {
            return name;
        }
    }

    @DataProvider
    public static Object[] clients() {
        return new Object[] {
            new Named("synchronous", SynchronousClient::run),
            new Named("callback", CallbackClient::run),
            new Named("future", FutureClient::run),
            new Named("transport", TransportClient::run),
            new Named("socket", SocketClient::run)
        };
    }

    @BeforeMethod
    public void start() {
        mayAdd = new CountDownLatch(0);
        error = 0;
        Calculator.Iface handler = new CalculatorHandler() {
            @Override
            public int add(int num1, int num2) {
                awaitLeave();
                return super.add(num1, num2) + error;
            }

            @Override
            public void zip() {
                zips.release();
            }
        };
        ServerLimits patient =
                ServerLimits.builder().queueTimeout(Duration.ofSeconds(LIMIT_S)).build();
        server = CalculatorServer.builder(0, strategy, handler).limits(patient).build();
        server.start();
    }

    private void awaitLeave() {
        try {
            if (!mayAdd.await(LIMIT_S, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not all calls were begun");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterMethod(alwaysRun = true)
    public void stop() {
        mayAdd.countDown();
        server.close();
    }

    @Test(dataProvider = "clients", timeOut = 60_000)
    public void printsTheAnswerOfEveryMethod(Named sample) throws Exception {
        assertEquals(
                printed(sample.client()),
                List.of(
                        "ping",
                        "1 + 1 = 2",
                        "15 - 10 = 5",
                        "log 1: 5 (the rest)",
                        "refused: / by zero",
                        "zip, without waiting"));
        assertTrue(zips.tryAcquire(LIMIT_S, TimeUnit.SECONDS), "the oneway call arrives");
        assertEquals(server.counters().calls(), 6);
    }

    /** No sum is answered before the client says that it has begun all of them. */
    @Test(timeOut = 60_000)
    public void theCallsOfThePipelinedClientAreInFlightTogether() throws Exception {
        mayAdd = new CountDownLatch(1);
        List<String> lines = printed((host, port, out) ->
                PipelinedClient.run(host, port, new PrintStream(out, true, StandardCharsets.UTF_8) {
                    @Override
                    public void println(String line) {
                        super.println(line);
                        mayAdd.countDown();
                    }
                }));
        assertEquals(lines, List.of("1000 calls begun", "1000 sums are right"));
        assertEquals(server.counters().calls(), 1_000);
        assertTrue(
                server.counters().acceptedConnections() <= 2, server.counters().toString());
    }

    @Test(timeOut = 60_000)
    public void thePipelinedClientNoticesAWrongSum() {
        error = 1;
        expectThrows(IllegalStateException.class, () -> printed(PipelinedClient::run));
    }

    @DataProvider
    public static Object[] allClients() {
        return Stream.concat(Stream.of(new Named("pipelined", PipelinedClient::run)), Stream.of(clients()))
                .toArray();
    }

    @Test(dataProvider = "allClients", timeOut = 60_000)
    public void endsWithAnExceptionWhenNobodyListens(Named sample) {
        int port = server.port();
        server.close();
        PrintStream out = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        Exception thrown = expectThrows(Exception.class, () -> sample.client().run(HOST, port, out));
        Throwable failure = thrown instanceof ExecutionException ? thrown.getCause() : thrown;
        assertTrue(failure instanceof TTransportException, thrown.toString());
        assertEquals(((TTransportException) failure).getType(), TTransportException.NOT_OPEN);
    }

    private List<String> printed(SampleClient client) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        client.run(HOST, server.port(), new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
