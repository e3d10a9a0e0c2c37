package io.grizzlythrift.bench.load.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** The calls that one connection of the raw client sends, and the checks of their replies. Owned by one thread. */
interface Traffic {
    /**
     * Adds calls to be written.
     *
     * @param calls number of calls; the calls in flight never exceed the connection's maximum
     * @param nanos when they are sent, or with a rate when they were due
     */
    void begin(int calls, long nanos);

    /**
     * Writes until nothing is left or the channel accepts no more.
     *
     * @return true if nothing is left
     */
    boolean writeTo(WritableByteChannel channel) throws IOException;

    /**
     * Consumes all bytes of a read.
     *
     * @return the number of replies that ended within {@code bytes}, right or wrong
     * @throws IOException if the bytes are not replies; the connection is then unusable
     */
    int read(ByteBuffer bytes) throws IOException;

    /**
     * Reports the start times of the calls whose replies arrived. Called once after each read, before the next call.
     *
     * @param replies the number that {@link #read} returned
     */
    void received(int replies, SendTimes.Sink sink);

    /** {@return the number of right replies} */
    long right();
}
