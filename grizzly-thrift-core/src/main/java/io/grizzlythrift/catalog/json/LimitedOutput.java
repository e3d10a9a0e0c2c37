package io.grizzlythrift.catalog.json;

import java.io.IOException;
import java.io.OutputStream;

/** Stops a document that becomes too big. */
final class LimitedOutput extends OutputStream {
    private final OutputStream out;
    private long left;

    /** Thrown instead of bytes beyond the limit. */
    static final class TooBig extends IOException {
        private static final long serialVersionUID = 1L;
    }

    LimitedOutput(OutputStream out, int maxBytes) {
        this.out = out;
        left = maxBytes;
    }

    @Override
    public void write(int value) throws IOException {
        take(1);
        out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        take(length);
        out.write(bytes, offset, length);
    }

    private void take(int length) throws TooBig {
        left -= length;
        if (left < 0) {
            throw new TooBig();
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
