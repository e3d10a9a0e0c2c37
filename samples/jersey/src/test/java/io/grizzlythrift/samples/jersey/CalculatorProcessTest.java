package io.grizzlythrift.samples.jersey;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.glassfish.hk2.api.MultiException;
import org.testng.annotations.Test;

/** Jersey on a real HttpServer, with Thrift beside it. */
@Test(timeOut = 60_000)
public class CalculatorProcessTest {
    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> get(CalculatorProcess process, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + process.httpPort() + "/calculator/" + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    public void bothReachOneHandler() throws Exception {
        try (CalculatorProcess process = new CalculatorProcess(0, 0);
                TTransport transport = new TFramedTransport(
                        new TSocket("127.0.0.1", process.thrift().port(), 20_000))) {
            assertEquals(get(process, "sum/1/2").body(), "3");
            assertEquals(get(process, "log/7").statusCode(), 404);
            transport.open();
            Calculator.Client calculator = new Calculator.Client(new TBinaryProtocol(transport));
            assertEquals(calculator.calculate(7, new Work(6, 7, Operation.MULTIPLY)), 42);
            assertEquals(get(process, "log/7").body(), "42", "what Thrift logged, read through REST");
        }
    }

    public void theStrategyIsTheOneThatWasNamed() throws IOException {
        try (CalculatorProcess process = new CalculatorProcess(0, 0)) {
            assertEquals(process.thrift().config().strategy().name(), WorkerThreadStrategy.NAME);
        }
    }

    public void bothEndTogether() throws IOException, InterruptedException {
        int restPort = freePort();
        int thriftPort = freePort();
        while (thriftPort == restPort) {
            thriftPort = freePort();
        }
        new CalculatorProcess(restPort, thriftPort).close();
        awaitRefused(restPort);
        awaitRefused(thriftPort);
    }

    public void withoutThriftThereIsNoRest() throws IOException, InterruptedException {
        int restPort = freePort();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            MultiException failure = expectThrows(
                    MultiException.class, () -> new CalculatorProcess(restPort, taken.getLocalPort()).close());
            assertTrue(failure.getMessage().contains("cannot listen on"), failure.getMessage());
            awaitRefused(restPort);
        }
    }

    /** Returns a port that no other process gets by asking for any: on Linux, those are above 32,767. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException taken) {
                // another one is free
            }
        }
    }

    /** The HTTP server closes its listening socket only when its selector thread ends, and waits for neither. */
    private static void awaitRefused(int port) throws IOException, InterruptedException {
        boolean listening = true;
        while (listening) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                Thread.sleep(1);
            } catch (ConnectException refused) {
                listening = false;
            }
        }
    }
}
