package io.grizzlythrift.bench.load.raw;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.testng.annotations.Test;

/** Frames are counted and checked however reads split them. */
public final class ReplyCounterTest {
    private static final byte[] REPLY = {0, 0, 0, 3, 7, 8, 9};

    private final LoadErrors errors = new LoadErrors();
    private final ReplyCounter counter = counter(1);

    /** Splits three frames into two reads at every position. */
    @Test
    public void countsFramesOverEverySplit() throws Exception {
        byte[] three = join(REPLY, REPLY, REPLY);
        for (int cut = 0; cut <= three.length; cut++) {
            ReplyCounter fresh = counter(2);
            int before = fresh.count(ByteBuffer.wrap(three, 0, cut));
            int after = fresh.count(ByteBuffer.wrap(three, cut, three.length - cut));
            assertEquals(before, cut / REPLY.length, "frames before a cut at " + cut);
            assertEquals(before + after, 3, "frames with a cut at " + cut);
            assertEquals(fresh.right(), 3);
        }
        assertEquals(errors.count(), 0);
    }

    /** Reads one byte at a time. */
    @Test
    public void countsFramesByteByByte() throws Exception {
        int frames = 0;
        for (byte next : join(REPLY, REPLY)) {
            frames += counter.count(ByteBuffer.wrap(new byte[] {next}));
        }
        assertEquals(frames, 2);
        assertEquals(counter.right(), 2);
    }

    /** A reply of a different length ends its call, but is not right. */
    @Test
    public void countsOtherLengthAsError() throws Exception {
        LoadErrors fresh = new LoadErrors();
        ReplyCounter one = new ReplyCounter(ByteBuffer.wrap(REPLY), Integer.BYTES, 1, fresh);
        int frames = one.count(ByteBuffer.wrap(join(REPLY, new byte[] {0, 0, 0, 1, 5}, REPLY)));
        assertEquals(frames, 3);
        assertEquals(one.right(), 2);
        assertEquals(fresh.count(), 1);
        assertTrue(
                fresh.first().orElseThrow().contains("1 bytes; expected 3"),
                fresh.first().orElseThrow());
    }

    /** Wrong bytes are found in the first frame, and then in every nth frame. */
    @Test
    public void comparesOneInSoMany() throws Exception {
        byte[] wrong = REPLY.clone();
        wrong[6]++;
        for (int position = 0; position < 6; position++) {
            LoadErrors fresh = new LoadErrors();
            byte[][] frames = new byte[6][];
            Arrays.fill(frames, REPLY);
            frames[position] = wrong;
            ReplyCounter sampling = new ReplyCounter(ByteBuffer.wrap(REPLY), Integer.BYTES, 3, fresh);
            assertEquals(sampling.count(ByteBuffer.wrap(join(frames))), 6);
            boolean compared = position % 3 == 0;
            assertEquals(fresh.count(), compared ? 1 : 0, "errors with a wrong frame at " + position);
            assertEquals(sampling.right(), compared ? 5 : 6);
        }
    }

    /** Without length prefixes, each reply is as long as the expected one. */
    @Test
    public void countsRepliesWithoutLengths() throws Exception {
        byte[] wrong = {5, 6, 8};
        byte[] stream = join(new byte[] {5, 6, 7}, new byte[] {5, 6, 7}, wrong);
        for (int cut = 0; cut <= stream.length; cut++) {
            LoadErrors fresh = new LoadErrors();
            ReplyCounter unframed = new ReplyCounter(ByteBuffer.wrap(new byte[] {5, 6, 7}), 0, 1, fresh);
            int replies = unframed.count(ByteBuffer.wrap(stream, 0, cut))
                    + unframed.count(ByteBuffer.wrap(stream, cut, stream.length - cut));
            assertEquals(replies, 3, "cut at " + cut);
            assertEquals(unframed.right(), 2, "cut at " + cut);
            assertEquals(fresh.count(), 1, "cut at " + cut);
        }
    }

    /** An invalid length is rejected. */
    @Test
    public void refusesGarbage() {
        ReplyCounter fresh = counter(1);
        assertThrows(
                ReplyCounter.BrokenStreamException.class, () -> fresh.count(ByteBuffer.wrap(new byte[] {-1, 2, 3, 4})));
        ReplyCounter split = counter(1);
        assertThrows(ReplyCounter.BrokenStreamException.class, () -> {
            split.count(ByteBuffer.wrap(new byte[] {(byte) 0x80, 1}));
            split.count(ByteBuffer.wrap(new byte[] {0, 0}));
        });
    }

    /** No message has no bytes. */
    @Test
    public void refusesAnEmptyFrame() {
        assertThrows(
                ReplyCounter.BrokenStreamException.class, () -> counter(1).count(ByteBuffer.allocate(Integer.BYTES)));
    }

    private ReplyCounter counter(int verifyEvery) {
        return new ReplyCounter(ByteBuffer.wrap(REPLY), Integer.BYTES, verifyEvery, errors);
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
