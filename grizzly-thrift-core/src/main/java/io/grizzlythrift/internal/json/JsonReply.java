package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.dispatch.CallTranscoder.Response;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Collects the JSON of a reply behind the room for its status, so that it is sent without a copy. */
final class JsonReply extends ByteArrayOutputStream {
    JsonReply() {
        writeBytes(new byte[Response.STATUS_BYTES]);
    }

    /** Writes the JSON of another reply. */
    void writeJsonOf(JsonReply other) {
        write(other.buf, Response.STATUS_BYTES, other.count - Response.STATUS_BYTES);
    }

    /** {@return the array of this object, with the status; write nothing more} */
    ByteBuffer withStatus(int status) {
        return ByteBuffer.wrap(buf, 0, count).putShort(0, (short) status);
    }
}
