package io.grizzlythrift.internal.header;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends a stream after a number of bytes. */
final class LimitedInputStream extends FilterInputStream {
    private int left;

    LimitedInputStream(InputStream of, int maxBytes) {
        super(of);
        left = maxBytes;
    }

    @Override
    public int read() throws IOException {
        int value = left == 0 ? -1 : super.read();
        left -= value < 0 ? 0 : 1;
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = left == 0 ? -1 : super.read(target, offset, Math.min(length, left));
        left -= Math.max(0, count);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(Math.min(count, left));
        left -= (int) skipped;
        return skipped;
    }
}
