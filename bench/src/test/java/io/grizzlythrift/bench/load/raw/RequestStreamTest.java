package io.grizzlythrift.bench.load.raw;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.testng.annotations.Test;

/** However few bytes a channel accepts per write, the peer gets whole frames. */
public final class RequestStreamTest {
    /** Tests channels that accept few bytes at a time, and buffers that repeat the frame once or more. */
    @Test
    public void writesWholeFramesThroughShortWrites() throws IOException {
        for (int repeats = 1; repeats <= 3; repeats++) {
            for (int atOnce = 1; atOnce <= 9; atOnce++) {
                Narrow channel = new Narrow(atOnce);
                RequestStream stream = RequestStream.over(RequestStream.repeat(bytes("abcd"), repeats), 4);
                stream.add(3);
                stream.writeTo(channel);
                stream.add(2);
                while (!stream.writeTo(channel)) {
                    assertTrue(channel.taken.size() < 20, "more than was asked for");
                }
                assertEquals(channel.taken.toString(StandardCharsets.US_ASCII), "abcdabcdabcdabcdabcd");
            }
        }
    }

    /** Many requests are sent in one write. */
    @Test
    public void writesManyFramesAtOnce() throws IOException {
        Narrow channel = new Narrow(100);
        RequestStream stream = RequestStream.over(RequestStream.repeat(bytes("abcd"), 5), 4);
        stream.add(5);
        assertTrue(stream.writeTo(channel));
        assertEquals(channel.writes, 1);
        Narrow full = new Narrow(0);
        stream.add(1);
        assertFalse(stream.writeTo(full));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static final class Narrow implements WritableByteChannel {
        final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private final int atOnce;
        int writes;

        Narrow(int atOnce) {
            this.atOnce = atOnce;
        }

        @Override
        public int write(ByteBuffer source) {
            writes++;
            byte[] part = new byte[Math.min(atOnce, source.remaining())];
            source.get(part);
            taken.writeBytes(part);
            return part.length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
