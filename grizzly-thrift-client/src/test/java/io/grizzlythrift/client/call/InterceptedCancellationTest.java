package io.grizzlythrift.client.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that interceptors are notified of calls that their callers abandon. */
@Test(timeOut = 60_000)
public class InterceptedCancellationTest {
    private static final String TEXT = "text";

    private RecordingInterceptor recorded;
    private ProbeServer server;
    private ThriftClient client;

    @BeforeMethod
    void start() throws Exception {
        recorded = new RecordingInterceptor();
        server = ProbeServer.start(ThriftProtocol.COMPACT);
        client = server.client().interceptor(recorded).build();
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        client.close();
        server.close();
        recorded.assertNoMore();
    }

    public void aCancelledFuture() throws Exception {
        CompletableFuture<String> call = client.stub(Probe.FutureIface.class).echo(TEXT);
        server.take();
        assertTrue(call.cancel(true));
        recorded.call();
        assertEquals(recorded.failure(FailureCause.CANCELLED).exception(), Optional.empty());
    }

    public void aTransportThatIsClosed() throws Exception {
        TTransport transport = client.transport();
        new Probe.Client(ThriftProtocol.COMPACT.getProtocol(transport)).send_echo(TEXT);
        server.take();
        transport.close();
        recorded.call();
        assertEquals(recorded.failure(FailureCause.CANCELLED).exception(), Optional.empty());
    }

    public void anInterruptedCaller() throws Exception {
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        CompletableFuture<CallFailedException> failure = CallerThread.start(() -> {
            caller.complete(Thread.currentThread());
            return expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).echo(TEXT));
        });
        server.take();
        caller.join().interrupt();
        assertEquals(CallResults.result(failure).failure(), FailureCause.CANCELLED);
        recorded.call();
        recorded.failure(FailureCause.CANCELLED);
    }
}
