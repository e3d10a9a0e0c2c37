package io.grizzlythrift.frame;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Reads on in a frame that is larger than a read, straight from the socket into the frame's own array: one copy less
 * than through a read buffer, and no round of the selector for each 64 KiB. For plain TCP connections, on the thread
 * that reads them.
 */
final class LargeFrameReader {
    /** The least number of missing bytes for which this pays. */
    static final int WORTHWHILE_BYTES = 64 * 1024;

    /** So much is read for one event at most, then other connections have their turn. */
    private static final int BYTES_PER_EVENT = 1024 * 1024;

    private static final int DIRECT_BYTES = 128 * 1024;
    private static final ThreadLocal<ByteBuffer> DIRECT =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(DIRECT_BYTES));

    private LargeFrameReader() {}

    /**
     * Reads what has arrived of the started frame. The end of the stream is left for the next ordinary read to find.
     *
     * @return a batch of just this frame, or null if bytes are still missing
     */
    static FrameBatch readOn(SocketChannel channel, FrameAssembler assembler) throws IOException {
        ByteBuffer direct = DIRECT.get();
        int budget = BYTES_PER_EVENT;
        while (budget > 0 && assembler.missingBytes() > 0 && assembler.memory().mayKeepReading()) {
            direct.clear().limit(Math.min(DIRECT_BYTES, Math.min(budget, assembler.missingBytes())));
            int count = channel.read(direct);
            if (count <= 0) {
                return null;
            }
            assembler.append(direct.flip());
            budget -= count;
        }
        return assembler.takeWhole();
    }
}
