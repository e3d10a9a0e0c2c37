package io.grizzlythrift.internal.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.test.gen.Everything;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.Test;

/** Tests what a call in JSON keeps, and until when. */
public final class JsonCallTest {
    private static final byte[] BODY = "{\"value\": \"x\"}".getBytes(StandardCharsets.UTF_8);

    private static JsonCall newCall() {
        return newCall(BODY, new CounterRecorder());
    }

    private static JsonCall newCall(byte[] body, CounterRecorder counters) {
        ServiceCatalog catalog = ServiceCatalog.of(Everything.class);
        Transcoders transcoders =
                new Transcoders(catalog, ServerLimits.defaults(), new LimitReporter("json-call", counters));
        JsonRoute.Method route = new JsonRoute.Method("echoString", catalog.method("Everything", "echoString"));
        return new JsonCall(route, body, body.length, transcoders);
    }

    @Test
    void aDiscardedCallHasNoBody() {
        JsonCall call = newCall();
        assertEquals(call.bodyBytes(), BODY.length);
        call.discard();
        assertEquals(call.bodyBytes(), 0);
    }

    @Test
    void aConvertedCallHasNoBody() throws Exception {
        JsonCall call = newCall();
        call.convert(new MemoryBudget(1 << 30).open());
        assertEquals(call.bodyBytes(), 0);
    }

    /** An asynchronous call may be pending for a long time. */
    @Test
    void aReleasedMessageIsNotHeld() throws Exception {
        MemoryBudget budget = new MemoryBudget(1 << 30);
        MemoryAccount memory = budget.open();
        JsonCall call = newCall();
        byte[] message = call.convert(memory);
        assertEquals(call.message(), message);
        assertTrue(budget.usedBytes() >= message.length);
        call.release(memory);
        assertEquals(call.message().length, 0);
        assertEquals(budget.usedBytes(), 0);
    }

    private static ByteBuffer replyOf(JsonCall call, String text) throws Exception {
        TMemoryBuffer message = new TMemoryBuffer(64);
        TProtocol out = new TBinaryProtocol(message);
        out.writeMessageBegin(new TMessage("echoString", TMessageType.REPLY, 0));
        new Everything.echoString_result().setSuccess(text).write(out);
        return call.transcode(message.getArray(), 0, message.length());
    }

    /** A large reply is in memory often enough: in Thrift, in JSON, and in what is sent. */
    @Test
    void aReplyIsNotCopied() throws Exception {
        String text = "x".repeat(100_000);
        MemoryBudget budget = new MemoryBudget(1 << 30);
        JsonCall call = newCall();
        call.convert(budget.open());
        long before = budget.usedBytes();

        ByteBuffer reply = replyOf(call, text);
        assertTrue(reply.capacity() > reply.limit(), "it has an array of its own");
        assertEquals(reply.getShort(), 200);
        assertEquals(StandardCharsets.UTF_8.decode(reply).toString(), '"' + text + '"');
        assertEquals(budget.usedBytes(), before, "it is charged while it is converted only");
    }

    /** All threads together convert no more than the budget allows. The call has run, so it is not rejected. */
    @Test
    void aReplyWithoutRoomIsAnError() throws Exception {
        MemoryBudget budget = new MemoryBudget(100_000);
        CounterRecorder counters = new CounterRecorder();
        JsonCall call = newCall(BODY, counters);
        call.convert(budget.open());
        long before = budget.usedBytes();

        ByteBuffer reply = replyOf(call, "x".repeat(100_000));
        assertEquals(reply.getShort(), 500);
        String json = StandardCharsets.UTF_8.decode(reply).toString();
        assertTrue(json.contains("\"INTERNAL_ERROR\""), json);
        assertTrue(json.contains("maxBufferedBytes, 100000"), json);
        assertEquals(counters.reached(LimitType.BUFFERED_BYTES_CALL_REJECTED), 1);
        assertEquals(budget.usedBytes(), before);
    }

    /** Each container of the body takes an int while it is converted. */
    @Test
    void containersAreCharged() {
        byte[] body = ("{\"value\": [" + "[],".repeat(10_000) + "[]]}").getBytes(StandardCharsets.UTF_8);
        MemoryBudget budget = new MemoryBudget(40_000);
        JsonCall call = newCall(body, new CounterRecorder());

        RejectedCall rejected = expectThrows(RejectedCall.class, () -> call.convert(budget.open()));
        assertEquals(rejected.reason(), RejectedCall.Reason.OVERLOADED);
        assertEquals(budget.usedBytes(), 0);
        assertThrows(
                ErrorReply.class, () -> newCall(body, new CounterRecorder()).convert(new MemoryBudget(1 << 20).open()));
    }
}
