package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that the array of a read is reused once nothing refers to it, and no earlier. */
public class ReusedReadsTest {
    /** Several replies fit in a read; all together need many reads. */
    private static final int BYTES = 6_000;

    private static final int CALLS = 100;
    private static final int ROUNDS = 5;

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private TestServer server;

    @BeforeMethod
    public void startServer() throws Exception {
        server = Servers.SAME_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(new ProbeHandler()));
    }

    @AfterMethod
    public void stopServer() {
        server.close();
    }

    @AfterClass
    public void stopExecutor() {
        executor.shutdownNow();
    }

    private ThriftClientBuilder client() {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(ThriftProtocol.COMPACT)
                .connectionsPerEndpoint(1);
    }

    private static String text(int call) {
        return String.valueOf((char) ('a' + call % 26)).repeat(BYTES + call);
    }

    private static byte[] bytes(int call) {
        byte[] content = new byte[BYTES + call];
        Arrays.fill(content, (byte) call);
        return content;
    }

    @Test
    public void arraysOfDecodedRepliesAreReused() throws Exception {
        try (ThriftClient client = client().build()) {
            assertTextsArrive(client);
            ReadBufferPool pool = (ReadBufferPool)
                    ClientInternals.openConnections(client).get(0).socket().getMemoryManager();
            Await.that("no array is pooled", () -> pool.pooledArrays() > 0);
        }
    }

    @Test
    public void textsDecodedOnOtherThreadsAreIntact() throws Exception {
        try (ThriftClient client = client().callbackExecutor(executor).build()) {
            assertTextsArrive(client);
        }
    }

    private static void assertTextsArrive(ThriftClient client) throws Exception {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        for (int round = 0; round < ROUNDS; round++) {
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                calls.add(stub.echo(text(call)));
            }
            for (int call = 0; call < CALLS; call++) {
                assertEquals(CallResults.result(calls.get(call)), text(call));
            }
        }
    }

    /** A binary result is a slice of the array that was read. */
    @Test
    public void binaryResultsStayIntact() throws Exception {
        try (ThriftClient client = client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<ByteBuffer>> results = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                for (int call = 0; call < CALLS; call++) {
                    results.add(stub.echoBytes(ByteBuffer.wrap(bytes(call))));
                }
                assertTextsArrive(client);
            }
            for (int i = 0; i < results.size(); i++) {
                assertEquals(CallResults.result(results.get(i)), ByteBuffer.wrap(bytes(i % CALLS)));
            }
        }
    }

    /** A blocking caller decodes its reply later than the thread that reads. */
    @Test
    public void repliesToBlockingCallsStayIntact() throws Exception {
        try (ThriftClient client = client().build()) {
            Probe.Iface stub = client.stub(Probe.Iface.class);
            List<CompletableFuture<Boolean>> callers = new ArrayList<>();
            for (int caller = 0; caller < 8; caller++) {
                int first = caller * CALLS;
                callers.add(CallerThread.start(() -> {
                    for (int call = first; call < first + CALLS; call++) {
                        assertEquals(stub.echo(text(call)), text(call));
                    }
                    return true;
                }));
            }
            assertTextsArrive(client);
            for (CompletableFuture<Boolean> caller : callers) {
                CallResults.result(caller);
            }
        }
    }
}
