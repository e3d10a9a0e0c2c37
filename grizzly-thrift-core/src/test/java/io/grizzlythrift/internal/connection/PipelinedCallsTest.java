package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.testng.annotations.Test;

/**
 * Tests that a strategy gets the pipelined HTTP calls of one read as one batch, so that its time slices apply to them.
 */
@Test(timeOut = 60_000)
public final class PipelinedCallsTest {
    private static final int CALLS = 5;

    /** Records the number of calls in each batch. */
    private record Noting(List<Integer> sizes) implements ProcessingStrategy {
        @Override
        public String name() {
            return "noting";
        }

        @Override
        public int defaultSelectorThreads() {
            return 1;
        }

        @Override
        public StrategyThreads start(String serverName, int selectorThreads) {
            return new Threads(SameThreadStrategy.create().start(serverName, selectorThreads), sizes);
        }
    }

    private record Threads(StrategyThreads behind, List<Integer> sizes) implements StrategyThreads {
        @Override
        public void install(TCPNIOTransport transport) {
            behind.install(transport);
        }

        @Override
        public void execute(CallBatch batch) {
            sizes.add(batch.unclaimed());
            behind.execute(batch);
        }

        @Override
        public void shutdownNow() {
            behind.shutdownNow();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            return behind.awaitTermination(timeout);
        }
    }

    private static byte[] requests() throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int id = 1; id <= CALLS; id++) {
            byte[] body = new Requests(ThriftProtocol.BINARY).echoString(id, "text " + id);
            String head = "POST / HTTP/1.1\r\nHost: h\r\n" + (id == CALLS ? "Connection: close\r\n" : "")
                    + "Content-Type: application/x-thrift\r\nContent-Length: " + body.length + "\r\n\r\n";
            all.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
            all.writeBytes(body);
        }
        return all.toByteArray();
    }

    /** Other connections are served between two slices. */
    public void areReadInSlices() throws Exception {
        int calls = 1_000;
        HeldProcessor processor = new HeldProcessor();
        List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int id = 1; id <= calls; id++) {
            all.writeBytes(HttpSocket.post(HeldProcessor.call(ThriftProtocol.BINARY, "fast", id)));
        }
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("pipelined"))
                        .listen("127.0.0.1", 0)
                        .http(true)
                        .limits(PatientLimits.builder().build())
                        .processor(processor)
                        .strategy(new Noting(sizes))
                        .build()
                        .start();
                HttpSocket socket = new HttpSocket(server)) {
            socket.send(HttpSocket.post(HeldProcessor.call(ThriftProtocol.BINARY, "hold", 0)));
            processor.awaitStart(0);
            socket.send(all.toByteArray()); // waits in the buffers of the socket, because the only selector is held
            processor.release(0);
            for (int id = 0; id <= calls; id++) {
                assertEquals(new Reply(ThriftProtocol.BINARY, socket.read().body()).sequenceId(), id);
            }
            int most = ServerConnection.HTTP_READ_BYTES * calls / all.size() + 1;
            assertTrue(sizes.stream().allMatch(size -> size <= most), sizes + " calls per batch, at most " + most);
            assertEquals(sizes.stream().mapToInt(size -> size).sum(), 1 + calls);
        }
    }

    public void areOneBatch() throws Exception {
        List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("pipelined"))
                        .listen("127.0.0.1", 0)
                        .http(true)
                        .limits(PatientLimits.builder().build())
                        .processor(new Everything.Processor<>(new EverythingHandler()))
                        .strategy(new Noting(sizes))
                        .build()
                        .start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(requests());
            String responses = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            List<String> texts = Pattern.compile("text \\d")
                    .matcher(responses)
                    .results()
                    .map(found -> found.group())
                    .toList();
            assertEquals(texts, List.of("text 1", "text 2", "text 3", "text 4", "text 5"));
            assertEquals(sizes.stream().mapToInt(size -> size).sum(), CALLS);
            assertTrue(
                    sizes.size() < CALLS, sizes + " calls per batch"); // one, unless a read ends between two requests
            assertEquals(server.counters().bufferedBytes(), 0);
            assertEquals(server.counters().inFlight(), 0);
        }
    }
}
