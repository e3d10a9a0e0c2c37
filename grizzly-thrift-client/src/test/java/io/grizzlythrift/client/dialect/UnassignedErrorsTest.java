package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ScriptedWire;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.testkit.ReceivedCall;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests errors that a server reports with the sequence id 0, as that of the C++ library does if it does not know the
 * protocol or the transform of a call.
 */
@Test(timeOut = 60_000)
public final class UnassignedErrorsTest {
    private static final String TEXT = "Unknown protocol of a call";

    @DataProvider
    static Object[][] dialects() {
        return new Object[][] {
            {Dialect.FRAMED, ThriftProtocol.BINARY},
            {Dialect.FRAMED, ThriftProtocol.COMPACT},
            {Dialect.UNFRAMED, ThriftProtocol.BINARY},
            {Dialect.UNFRAMED, ThriftProtocol.COMPACT},
            {Dialect.HEADER, ThriftProtocol.BINARY},
            {Dialect.HEADER, ThriftProtocol.COMPACT}
        };
    }

    private static byte[] error(Dialect dialect, ThriftProtocol protocol, int headerId, String text) throws Exception {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        TProtocol out = protocol.getProtocol(buffer);
        out.writeMessageBegin(new TMessage("", TMessageType.EXCEPTION, 0));
        new TApplicationException(TApplicationException.INVALID_PROTOCOL, text).write(out);
        out.writeMessageEnd();
        return ScriptedWire.of(dialect, protocol).wrap(headerId, Arrays.copyOf(buffer.getArray(), buffer.length()));
    }

    /** Tests that the calls that the connection ends without replies fail with the text, and the log has it not. */
    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void theServerCloses(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                LogCapture log = LogCapture.ofWarnings();
                ThriftClient client = server.client().pipelineUnframed(true).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            CompletableFuture<String> second = stub.echo("second");
            List<ReceivedCall> requests = server.take(2);
            requests.get(0).connection().send(error(dialect, protocol, 0, TEXT));
            Await.that("it is not counted", () -> client.counters().unknownReplies() == 1);
            assertFalse(first.isDone() || second.isDone(), "no one knows which call it is about");
            ProbeCalls.reply(requests.get(1));
            assertEquals(CallResults.result(second), "second");
            requests.get(0).connection().halfClose();
            String message = CallResults.failure(first, FailureCause.CONNECTION_CLOSED, true)
                    .getMessage();
            assertTrue(
                    message.contains("closed by peer; it reported an error without the id of a call: " + TEXT),
                    message);
            assertTrue(log.awaitCount("closed by peer") >= 1, log.toString());
            assertFalse(log.text().contains(TEXT), log.text());
        }
    }

    /** Tests that a call that gets no reply fails with the text, if the server goes on. */
    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void theServerGoesOn(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().pipelineUnframed(true).build()) {
            ReceivedCall known = connect(server, client);
            known.connection().send(error(dialect, protocol, 0, "x".repeat(5_000)));
            Await.that("it is not counted", () -> client.counters().unknownReplies() == 1);
            CallOptions soon = CallOptions.create().withTimeout(Duration.ofMillis(50));
            ProbeServer.Sent<CompletableFuture<String>> sent = server.takeSent(
                    () -> client.stub(Probe.FutureIface.class, soon).echo("text"));
            String message = CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true)
                    .getMessage();
            assertTrue(message.contains("without the id of a call: xxx"), message);
            assertTrue(message.length() < 1_500, message);
        }
    }

    private static ReceivedCall connect(ProbeServer server, ThriftClient client) throws Exception {
        CompletableFuture<String> call = client.stub(Probe.FutureIface.class).echo("hello");
        ReceivedCall request = server.take();
        ProbeCalls.reply(request);
        CallResults.result(call);
        return request;
    }

    /** Tests that the header in front of the error tells the call, which then fails at once, and others go on. */
    public void theHeaderHasTheId() throws Exception {
        Dialect dialect = Dialect.HEADER;
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            CompletableFuture<String> second = stub.echo("second");
            List<ReceivedCall> requests = server.take(2);
            requests.get(1)
                    .connection()
                    .send(error(dialect, protocol, requests.get(1).sequenceId(), TEXT));
            TApplicationException failure = (TApplicationException) CallResults.thrown(second);
            assertEquals(failure.getMessage(), TEXT);
            assertEquals(failure.getType(), TApplicationException.INVALID_PROTOCOL);
            assertFalse(first.isDone());
            ProbeCalls.reply(requests.get(0));
            assertEquals(CallResults.result(first), "first");
            assertEquals(client.counters().unknownReplies(), 0);
        }
    }
}
