package io.grizzlythrift.bench.load.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** What one connection of the raw client sends, and how it checks what comes back. Owned by one thread. */
interface Traffic {
    /**
     * Adds calls to be written.
     *
     * @param calls how many; never more in flight than the connection has places
     * @param nanos when they are sent, or with a rate when they were due
     */
    void begin(int calls, long nanos);

    /**
     * Writes until nothing is left or the channel takes no more.
     *
     * @return whether nothing is left
     */
    boolean writeTo(WritableByteChannel channel) throws IOException;

    /**
     * Consumes everything that was read.
     *
     * @return the number of replies that ended within {@code bytes}, right or wrong
     * @throws IOException if these are no replies; the connection is of no more use
     */
    int read(ByteBuffer bytes) throws IOException;

    /**
     * Says when the calls of these replies began; once after each read, before the next call.
     *
     * @param replies how many {@link #read} returned
     */
    void received(int replies, SendTimes.Sink sink);

    /** {@return replies that were right} */
    long right();
}
