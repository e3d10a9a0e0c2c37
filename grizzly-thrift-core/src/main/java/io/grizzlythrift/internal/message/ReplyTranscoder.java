package io.grizzlythrift.internal.message;

import java.nio.ByteBuffer;

/** Converts an encoded reply to the form that its peer expects. Called once, by the thread that encodes the reply. */
@FunctionalInterface
public interface ReplyTranscoder {
    /**
     * Converts a reply.
     *
     * @param array contains the message in the strict binary protocol; it is overwritten after this method returns
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @return the bytes to send in its place, in an array. If the reply cannot be converted, they tell the peer the reason
     */
    ByteBuffer transcode(byte[] array, int offset, int length);
}
