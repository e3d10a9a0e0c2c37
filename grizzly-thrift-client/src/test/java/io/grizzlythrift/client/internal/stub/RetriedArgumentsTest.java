package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.ReceivedCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the caller of an asynchronous call may change its arguments, however many attempts there are. */
public final class RetriedArgumentsTest {
    @DataProvider
    static Object[][] wires() {
        List<Object[]> rows = new ArrayList<>();
        for (CallStyle style : List.of(CallStyle.CALLBACK, CallStyle.FUTURE)) {
            rows.add(new Object[] {style, Dialect.HEADER, ThriftProtocol.BINARY});
            rows.add(new Object[] {style, Dialect.HEADER, ThriftProtocol.COMPACT});
            rows.add(new Object[] {style, Dialect.UNFRAMED, ThriftProtocol.BINARY});
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                rows.add(new Object[] {style, Dialect.FRAMED, protocol});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "wires", timeOut = 60_000)
    public void areThoseOfTheFirstAttempt(CallStyle style, Dialect dialect, ThriftProtocol protocol) throws Exception {
        byte[] bytes = "text".getBytes(StandardCharsets.UTF_8);
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().build()) {
            CompletableFuture<ByteBuffer> call =
                    style.futures(Probe.FutureIface.class, client::stub).echoBytes(ByteBuffer.wrap(bytes));
            ReceivedCall first = server.take();
            Arrays.fill(bytes, (byte) 'x');
            for (int retry = 0; retry < 2; retry++) {
                first.replyException(new RejectedCall(RejectedCall.Reason.OVERLOADED, "full"));
                ReceivedCall next = server.take();
                assertEquals(ProbeCalls.text(next), ProbeCalls.text(first));
                assertNotEquals(next.sequenceId(), first.sequenceId());
                first = next;
            }
            ProbeCalls.reply(first);
            assertEquals(CallResults.result(call), ByteBuffer.wrap("text".getBytes(StandardCharsets.UTF_8)));
        }
    }
}
