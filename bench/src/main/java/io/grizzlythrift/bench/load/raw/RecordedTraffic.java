package io.grizzlythrift.bench.load.raw;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.recording.MessageHeader;
import io.grizzlythrift.bench.recording.RecordedCall;
import io.grizzlythrift.bench.recording.Recording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;

/**
 * The calls of a recording in turn, each with its own sequence id. Replies are matched by this id, in any order. A
 * reply is right unless it is a TApplicationException; an exception that the IDL declares is an ordinary reply.
 *
 * <p>Each call in flight occupies a slot. Its id is the number of the slot plus a multiple of the number of slots, so
 * the id of a reply identifies its slot.
 */
final class RecordedTraffic implements Traffic {
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final int MAX_LENGTH = 1 << 30;
    /** Number of bytes kept of each reply: enough for its header, and for the text of an exception. */
    private static final int KEPT_BYTES = 1024;

    private final List<RecordedCall> calls;
    private final int places;
    private final LoadErrors errors;

    private int next;
    /** For each slot: its last id, the call with this id, when the call started, and whether it waits for its reply. */
    private final int[] ids;

    private final RecordedCall[] made;
    private final long[] begun;
    private final boolean[] waiting;

    private final int[] free;
    private int freeCount;

    /** The bytes that are not written yet, up to its position. */
    private ByteBuffer out;

    /** Of the current frame: the bytes consumed, its length without the header, and its first bytes. */
    private int seen;

    private int length;
    private final ByteBuffer kept = ByteBuffer.allocate(KEPT_BYTES);

    /** Start times of the calls whose replies arrived in this read. */
    private final long[] ended;

    private int endedCount;
    private long right;

    /**
     * @param first number of the first call; any number of 0 or more
     * @param places maximum number of calls in flight, and thus the number of slots
     */
    RecordedTraffic(Recording recording, int first, int places, LoadErrors errors) {
        calls = recording.calls();
        next = first % calls.size();
        this.places = places;
        this.errors = errors;
        ids = new int[places];
        made = new RecordedCall[places];
        begun = new long[places];
        waiting = new boolean[places];
        free = new int[places];
        ended = new long[places];
        for (int place = 0; place < places; place++) {
            ids[place] = RecordedCall.FIRST_ID + place;
            free[freeCount++] = place;
        }
        out = ByteBuffer.allocateDirect(recording.largestFrameBytes());
    }

    @Override
    public void begin(int count, long nanos) {
        for (int i = 0; i < count; i++) {
            int place = free[--freeCount];
            RecordedCall call = calls.get(next);
            next = next + 1 == calls.size() ? 0 : next + 1;
            made[place] = call;
            begun[place] = nanos;
            waiting[place] = true;
            ids[place] = following(ids[place], place);
            room(call.frameBytes());
            call.put(out, ids[place]);
        }
    }

    /** Returns the next id of a slot; after the last id, it starts over with the first. */
    private int following(int id, int place) {
        return id <= Integer.MAX_VALUE - places ? id + places : RecordedCall.FIRST_ID + place;
    }

    private void room(int bytes) {
        if (out.remaining() < bytes) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(2 * out.capacity(), out.position() + bytes));
            out = larger.put(out.flip());
        }
    }

    @Override
    public boolean writeTo(WritableByteChannel channel) throws IOException {
        out.flip();
        try {
            while (out.hasRemaining()) {
                if (channel.write(out) == 0) {
                    return false;
                }
            }
            return true;
        } finally {
            out.compact();
        }
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        int before = endedCount;
        while (bytes.hasRemaining()) {
            if (seen < LENGTH_BYTES) {
                length = (length << Byte.SIZE) | (bytes.get() & 0xff);
                seen++;
                if (seen == LENGTH_BYTES && (length <= 0 || length > MAX_LENGTH)) {
                    throw new IOException("a reply frame claims to have " + length + " bytes");
                }
                continue;
            }
            int part = Math.min(bytes.remaining(), LENGTH_BYTES + length - seen);
            int keep = Math.min(part, kept.remaining());
            kept.put(bytes.slice(bytes.position(), keep));
            bytes.position(bytes.position() + part);
            seen += part;
            if (seen == LENGTH_BYTES + length) {
                end(kept.flip());
                kept.clear();
                seen = 0;
                length = 0;
            }
        }
        return endedCount - before;
    }

    private void end(ByteBuffer reply) throws IOException {
        MessageHeader header = MessageHeader.read(reply)
                .orElseThrow(() -> new IOException("a reply is neither strict binary nor compact"));
        int number = header.sequenceId() - RecordedCall.FIRST_ID;
        int place = number < 0 ? 0 : number % places;
        if (!waiting[place] || ids[place] != header.sequenceId()) {
            throw new IOException("a reply has the sequence id " + header.sequenceId() + " of no call in flight");
        }
        waiting[place] = false;
        free[freeCount++] = place;
        ended[endedCount++] = begun[place];
        if (header.type() == TMessageType.REPLY) {
            right++;
        } else {
            errors.add("a call of " + made[place].method() + " got " + described(header));
        }
    }

    private String described(MessageHeader header) {
        if (header.type() != TMessageType.EXCEPTION) {
            return "a message of type " + header.type();
        }
        try {
            TProtocol in =
                    header.protocol().factory().getProtocol(new TMemoryInputTransport(kept.array(), 0, kept.limit()));
            in.readMessageBegin();
            TApplicationException exception = TApplicationException.readFrom(in);
            return "an exception: type " + exception.getType() + ", " + exception.getMessage();
        } catch (TException | RuntimeException tooLong) {
            return "an exception";
        }
    }

    @Override
    public void received(int replies, SendTimes.Sink sink) {
        for (int i = 0; i < endedCount; i++) {
            sink.accept(ended[i], 1);
        }
        endedCount = 0;
    }

    @Override
    public long right() {
        return right;
    }
}
