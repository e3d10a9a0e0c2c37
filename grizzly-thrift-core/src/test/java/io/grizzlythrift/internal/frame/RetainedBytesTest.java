package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.testng.annotations.Test;

/** Tests that batches count the bytes that they keep on the heap, because these are charged. */
public class RetainedBytesTest {
    /** A frame keeps the whole array in which it lies. */
    @Test
    void ofASliceOfAnArray() {
        assertEquals(FrameBatch.of(new byte[1000], 10, 20).retainedBytes(), 1000);
    }

    /** The head of an HTTP request is kept with its body. */
    @Test
    void ofTheBodyOfARequest() throws Exception {
        byte[] bytes = "POST /p HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = RequestHead.parse(bytes, 0, bytes.length);
        FrameBatch batch = FrameBatch.of(new HttpEvent.Request(head, new byte[100], 90));
        assertEquals(batch.length(0), 90);
        assertEquals(batch.retainedBytes(), 100 + 1024 + "/p".length() + HeaderMap.PAIR_BYTES + "Hosth".length());
    }

    /** Each frame that changes persistent headers keeps one version of them. */
    @Test
    void ofInheritedHeaders() throws Exception {
        MemoryAccount memory = new MemoryBudget(Long.MAX_VALUE).open();
        FrameAssembler assembler = new FrameAssembler(1000, Set.of(Dialect.HEADER), memory, System::nanoTime);
        byte[] read = RawClient.framed(
                HeaderFrame.of(ThriftProtocol.BINARY, 1, new byte[] {1})
                        .persistent("p", "1")
                        .bytes(),
                HeaderFrame.of(ThriftProtocol.BINARY, 2, new byte[] {1})
                        .persistent("q", "1")
                        .bytes(),
                HeaderFrame.of(ThriftProtocol.BINARY, 3, new byte[] {1}).bytes());
        int states = 3 * (HeaderMap.PAIR_BYTES + 2);
        assertEquals(
                assembler.take(read, 0, read.length).retainedBytes(),
                read.length + 3 * FrameHeader.OBJECT_BYTES + states);
    }

    /** An array that has grown beyond its body is not kept. */
    @Test
    void ofAnArrayThatGrewAhead() {
        byte[] received = new byte[PartialFrame.FIRST_CAPACITY + 1];
        Arrays.fill(received, (byte) 7);
        PartialFrame partial = new PartialFrame(new MemoryBudget(Long.MAX_VALUE).open());
        partial.expect(1 << 20);
        for (int appended : new int[] {PartialFrame.FIRST_CAPACITY, 1}) {
            assertTrue(partial.makeRoom(appended));
            partial.append(received, 0, appended);
        }
        byte[] array = partial.array();
        assertTrue(array.length > 2 * received.length, array.length + " bytes");
        assertEquals(partial.trimmed(), received);
        int most = array.length / 10 * 9;
        partial.append(new byte[most], 0, most - received.length);
        assertSame(partial.trimmed(), array);
    }
}
