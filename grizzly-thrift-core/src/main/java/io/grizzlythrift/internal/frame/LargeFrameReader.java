package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.util.DirectBuffers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Reads the rest of a frame that is larger than one read, directly from the socket into the frame's array. This saves
 * one copy compared with a read buffer, and a select per 64 KiB. For plain TCP connections; runs on the thread that
 * reads the connection.
 */
final class LargeFrameReader {
    /** The smallest number of missing bytes for which a direct read pays. */
    static final int WORTHWHILE_BYTES = 64 * 1024;

    /** The maximum number of bytes read per event, so that other connections of the selector are also read. */
    private static final int BYTES_PER_EVENT = 1024 * 1024;

    /**
     * Not the buffers of the process: making room for a frame may close other connections, and their close listeners
     * may write through the buffer of this thread.
     */
    private static final DirectBuffers BUFFERS =
            new DirectBuffers(() -> ByteBuffer.allocateDirect(DirectBuffers.BYTES));

    private LargeFrameReader() {}

    /**
     * Reads the bytes of the partial frame that the socket has received so far. Ignores the end of the stream, which
     * the next ordinary read reports.
     *
     * @return a batch of just this frame, or null if it is still incomplete, as an unframed message always is
     */
    static FrameBatch readMore(SocketChannel channel, MessageAssembler assembler) throws IOException {
        ByteBuffer direct = BUFFERS.take();
        try {
            int budget = BYTES_PER_EVENT;
            while (budget > 0
                    && assembler.missingBytes() > 0
                    && assembler.memory().mayKeepReading()) {
                direct.clear().limit(Math.min(DirectBuffers.BYTES, Math.min(budget, assembler.missingBytes())));
                int count = channel.read(direct);
                if (count <= 0) {
                    return null;
                }
                assembler.append(direct.flip());
                budget -= count;
            }
            return assembler.takeIfComplete();
        } finally {
            BUFFERS.release(direct);
        }
    }
}
