package io.grizzlythrift.bench.netty;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Frames are found wherever reads begin and end, and every buffer is released. */
public final class FrameHandlerTest {
    private static final int MAX_FRAME_BYTES = 5_000;
    private static final List<Integer> LENGTHS = List.of(0, 1, 300, 3, 4, 5, MAX_FRAME_BYTES, 2);

    @DataProvider
    static Object[][] readBytes() {
        return new Object[][] {{1}, {2}, {3}, {4}, {5}, {7}, {64}, {310}, {4_000}, {100_000}};
    }

    @Test(dataProvider = "readBytes")
    public void findsFramesInReadsOfAnySize(int bytes) {
        Frames frames = new Frames();
        EmbeddedChannel channel = new EmbeddedChannel(frames);
        ByteBuf all = encoded(LENGTHS);
        List<ByteBuf> reads = new ArrayList<>();
        while (all.isReadable()) {
            ByteBuf read = all.readBytes(Math.min(bytes, all.readableBytes()));
            reads.add(read);
            channel.writeInbound(read);
        }
        assertEquals(
                frames.found, LENGTHS.stream().map(FrameHandlerTest::content).toList());
        assertEquals(reads.stream().mapToInt(ByteBuf::refCnt).sum(), 0);
        assertNull(channel.readInbound());
        assertFalse(channel.finish());
    }

    /** Complete frames of a read are one run. */
    @Test
    public void passesAReadOnAtOnce() {
        Frames frames = new Frames();
        EmbeddedChannel channel = new EmbeddedChannel(frames);
        channel.writeInbound(encoded(List.of(3, 4, 5)));
        assertEquals(frames.runs, 1);
    }

    @Test
    public void closesOnALengthOutOfBounds() {
        for (int length : new int[] {-1, MAX_FRAME_BYTES + 1}) {
            EmbeddedChannel channel = new EmbeddedChannel(new Frames());
            ByteBuf read = Unpooled.buffer().writeInt(length);
            channel.writeInbound(read);
            assertFalse(channel.isOpen(), Integer.toString(length));
            assertEquals(read.refCnt(), 0);
        }
    }

    private static ByteBuf encoded(List<Integer> lengths) {
        ByteBuf all = Unpooled.buffer();
        for (int length : lengths) {
            all.writeInt(length).writeBytes(ByteBufUtil.decodeHexDump(content(length)));
        }
        return all;
    }

    private static String content(int length) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < length; i++) {
            hex.append(String.format("%02x", (length + i) & 0xff));
        }
        return hex.toString();
    }

    /** Keeps the contents of frames. */
    private static final class Frames extends FrameHandler {
        private final List<String> found = new ArrayList<>();
        private int runs;

        Frames() {
            super(MAX_FRAME_BYTES);
        }

        @Override
        protected void frames(ChannelHandlerContext context, ByteBuf frames) {
            runs++;
            ByteBuf run = frames.duplicate();
            while (run.isReadable()) {
                found.add(ByteBufUtil.hexDump(run.readSlice(run.readInt())));
            }
            assertTrue(frames.isReadable());
        }
    }
}
