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
import java.nio.charset.StandardCharsets;
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
}
