package io.grizzlythrift.internal.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
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
        ServiceCatalog catalog = ServiceCatalog.of(Everything.class);
        Transcoders transcoders = new Transcoders(
                catalog, ServerLimits.defaults(), new LimitReporter("json-call", new CounterRecorder()));
        JsonRoute.Method route = new JsonRoute.Method("echoString", catalog.method("Everything", "echoString"));
        return new JsonCall(route, BODY, BODY.length, transcoders);
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

    /** A large reply is in memory often enough: in Thrift, in JSON, and in what is sent. */
    @Test
    void aReplyIsNotCopied() throws Exception {
        String text = "x".repeat(100_000);
        TMemoryBuffer message = new TMemoryBuffer(64);
        TProtocol out = new TBinaryProtocol(message);
        out.writeMessageBegin(new TMessage("echoString", TMessageType.REPLY, 0));
        new Everything.echoString_result().setSuccess(text).write(out);

        ByteBuffer reply = newCall().transcode(message.getArray(), 0, message.length());
        assertTrue(reply.capacity() > reply.limit(), "it has an array of its own");
        assertEquals(reply.getShort(), 200);
        assertEquals(StandardCharsets.UTF_8.decode(reply).toString(), '"' + text + '"');
    }
}
