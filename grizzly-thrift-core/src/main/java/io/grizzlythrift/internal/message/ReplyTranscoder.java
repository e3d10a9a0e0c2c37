package io.grizzlythrift.internal.message;

/** Converts an encoded reply to the form that its peer expects. Called once, by the thread that encodes the reply. */
@FunctionalInterface
public interface ReplyTranscoder {
    /**
     * Converts a reply.
     *
     * @param array contains the message in the strict binary protocol; it is overwritten after this method returns
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @return the bytes to send in its place. If the reply cannot be converted, they tell the peer the reason
     */
    byte[] transcode(byte[] array, int offset, int length);
}
