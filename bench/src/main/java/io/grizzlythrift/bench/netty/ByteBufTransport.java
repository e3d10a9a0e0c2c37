package io.grizzlythrift.bench.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Reads one frame from an array, and writes a message directly into a ByteBuf. Owned by one thread, and reused for
 * every message.
 */
public final class ByteBufTransport extends ArrayInputTransport {
    private ByteBuf output = Unpooled.EMPTY_BUFFER;

    /** Creates a transport without buffers. */
    public ByteBufTransport() {}

    /**
     * Borrows both buffers until {@link #end()}.
     *
     * @param frame the frame to read
     * @param message the buffer to write to, at its writer index
     */
    public void begin(ByteBuf frame, ByteBuf message) {
        borrow(frame);
        output = message;
    }

    /** Returns both buffers. */
    public void end() {
        returnInput();
        output = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        if (length == 1) {
            // Protocols write type and length bytes one by one.
            output.writeByte(source[offset]);
        } else {
            output.writeBytes(source, offset, length);
        }
    }
}
