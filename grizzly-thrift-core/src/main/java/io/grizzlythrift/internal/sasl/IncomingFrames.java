package io.grizzlythrift.internal.sasl;

import java.io.IOException;
import org.glassfish.grizzly.Buffer;

/** Turns the frames of an authenticated connection into the stream of messages inside. Used by the thread that reads. */
interface IncomingFrames {
    /**
     * Takes a read, which belongs to it from now on.
     *
     * @param read has an accessible array
     * @return the messages that it brought, or null if there are none
     * @throws IOException if a frame is out of bounds or does not verify; nothing more can be read
     */
    Buffer take(Buffer read) throws IOException;

    /** {@return the number, from 1, of a frame that is kept here and has not arrived completely; 0 if there is none} */
    long incompleteFrame();
}
