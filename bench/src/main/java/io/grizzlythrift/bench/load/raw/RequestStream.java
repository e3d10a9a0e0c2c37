package io.grizzlythrift.bench.load.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The requests of one connection: the same frame, repeated as often as requested. Owned by one thread.
 *
 * <p>All connections share the bytes: one buffer that repeats the frame. The only state of a stream is the number of
 * bytes to send and its position in the frame.
 */
final class RequestStream {
    private final ByteBuffer frames;
    private final int frameBytes;
    private long bytesToSend;
    private int offset;

    private RequestStream(ByteBuffer frames, int frameBytes) {
        this.frames = frames;
        this.frameBytes = frameBytes;
    }

    /**
     * Repeats the frame in direct memory.
     *
     * @param frame one request
     * @param count number of repetitions, 1 or more; one write sends at most this number of frames
     */
    static ByteBuffer repeat(byte[] frame, int count) {
        ByteBuffer frames = ByteBuffer.allocateDirect(Math.multiplyExact(frame.length, count));
        for (int i = 0; i < count; i++) {
            frames.put(frame);
        }
        return frames.flip();
    }

    static RequestStream over(ByteBuffer frames, int frameBytes) {
        return new RequestStream(frames.duplicate(), frameBytes);
    }

    void add(int requests) {
        bytesToSend += (long) requests * frameBytes;
    }

    /**
     * Writes until nothing is left or the channel accepts no more.
     *
     * @return true if nothing is left
     */
    boolean writeTo(WritableByteChannel channel) throws IOException {
        while (bytesToSend > 0) {
            int bytes = (int) Math.min(bytesToSend, frames.capacity() - offset);
            frames.limit(offset + bytes).position(offset);
            int written = channel.write(frames);
            bytesToSend -= written;
            offset = (offset + written) % frameBytes;
            if (written < bytes) {
                return false;
            }
        }
        return true;
    }
}
