package io.grizzlythrift.internal.reply;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes writes to the test and records the causes of aborts. */
public final class TestReplyWriter implements ReplyWriter {
    final List<Throwable> aborts = new CopyOnWriteArrayList<>();
    private final Writes writes;

    public TestReplyWriter(Writes writes) {
        this.writes = writes;
    }

    /** One write. */
    public interface Writes {
        void write(byte[] bytes, int offset, int length) throws IOException;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        writes.write(bytes, offset, length);
    }

    @Override
    public int unsentBytes() {
        return 0;
    }

    @Override
    public void abort(Throwable cause) {
        aborts.add(cause);
    }
}
