package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.FrameOverflowException;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when an array of encoded calls is reused. */
public class CallBuffersTest {
    private static final int CALL_BYTES = 1_000;

    private FrameOutput output;
    private CallBuffers buffers;

    @BeforeMethod
    void create() {
        output = new FrameOutput(0);
        buffers = new CallBuffers(output);
    }

    /** Encodes a call of this size. Returns the buffer that holds it. */
    private CallBuffer encode(int bytes) throws FrameOverflowException {
        buffers.begin();
        output.write(new byte[bytes], 0, bytes);
        return buffers.end();
    }

    /** Encodes calls until the array is full. Returns the buffer of each. */
    private List<CallBuffer> fill() throws FrameOverflowException {
        List<CallBuffer> holders = new ArrayList<>();
        do {
            holders.add(encode(CALL_BYTES));
        } while (output.size() <= CallBuffers.FULL_BYTES);
        assertEquals(holders.stream().distinct().count(), 1);
        assertEquals(output.array().length, CallBuffers.ARRAY_BYTES);
        return holders;
    }

    private static void copyAll(List<CallBuffer> holders) {
        holders.forEach(holder -> holder.copied(1));
    }

    @Test
    void anArrayIsReusedOnceAllItsCallsWereCopied() throws Exception {
        List<CallBuffer> first = fill();
        copyAll(first);
        assertSame(encode(CALL_BYTES), first.get(0));
        assertEquals(output.size(), CALL_BYTES, "bytes before the first call");
        assertEquals(first.get(0).copied(), 0, "copies of earlier calls");
    }

    @Test
    void anArrayWithACallThatWasNotCopiedIsReplaced() throws Exception {
        List<CallBuffer> first = fill();
        copyAll(first.subList(1, first.size()));
        CallBuffer second = encode(CALL_BYTES);
        assertNotSame(second, first.get(0));
        assertNotSame(second.array(), first.get(0).array());
    }

    @Test
    void anEarlierArrayIsReusedOnceItIsFree() throws Exception {
        List<CallBuffer> first = fill();
        List<CallBuffer> second = fill();
        List<CallBuffer> third = fill();
        copyAll(second);
        List<CallBuffer> reused = fill();
        assertSame(reused.get(0), second.get(0));
        copyAll(first);
        copyAll(reused);
        assertSame(fill().get(0), reused.get(0), "the array that is full now is free");
        assertSame(fill().get(0), first.get(0));
        copyAll(third);
        assertSame(encode(CALL_BYTES), third.get(0));
    }

    @Test
    void fullArraysAreForgottenOverTheMaximum() throws Exception {
        List<List<CallBuffer>> full = new ArrayList<>();
        for (int i = 0; i < CallBuffers.MAX_FULL + 2; i++) {
            full.add(fill());
        }
        copyAll(full.get(0));
        assertNotSame(fill().get(0), full.get(0).get(0), "an array that should be left to the garbage collector");
        copyAll(full.get(2));
        assertSame(encode(CALL_BYTES), full.get(2).get(0));
    }

    /** There was no memory for its buffer. */
    @Test
    void aCallWithoutABufferIsForgotten() throws Exception {
        buffers.begin();
        output.write(new byte[CallBuffers.FULL_BYTES + 1], 0, CallBuffers.FULL_BYTES + 1);
        CallBuffer next = encode(CALL_BYTES);
        assertEquals(output.size(), CALL_BYTES);
        assertSame(next.array(), output.array());
    }

    @Test
    void theArrayOfALargeCallIsNotKept() throws Exception {
        encode(CALL_BYTES);
        CallBuffer large = encode(CallBuffers.ARRAY_BYTES);
        assertEquals(output.array().length, 0);
        large.copied(1);
        assertNotSame(encode(CALL_BYTES), large);
    }

    @Test
    void theArrayOfALargeCallThatFailedIsNotKept() throws Exception {
        CallBuffer first = encode(CALL_BYTES);
        buffers.dropIfLarge();
        assertSame(encode(CALL_BYTES), first, "an array of the usual size");
        buffers.begin();
        output.write(new byte[CallBuffers.ARRAY_BYTES], 0, CallBuffers.ARRAY_BYTES);
        output.rewind(2 * CALL_BYTES);
        buffers.dropIfLarge();
        assertEquals(output.array().length, 0);
        assertNotSame(encode(CALL_BYTES), first);
    }
}
