package io.grizzlythrift.client.inflight;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Where callers wait until the socket of one connection is readable: a second selector of the channel, beside Grizzly's. The
 * first caller opens it, since it takes two or three file descriptors. The socket stays open until this selector is closed.
 * For one waiting thread at a time; any thread may call {@link #wake}.
 */
final class CallerSelector {
    /** Volatile: either the waking thread sees the selector, or the caller sees the reason for the wake-up. */
    private volatile Selector selector;

    /**
     * Waits until the channel is readable, the thread is woken or interrupted, or the time has elapsed.
     *
     * @param millis at least 1
     * @return whether the channel is readable
     */
    boolean await(SocketChannel channel, long millis) throws IOException {
        return opened(channel).select(key -> {}, millis) > 0;
    }

    /** Opens the selector if it is not open yet. */
    Selector opened(SocketChannel channel) throws IOException {
        Selector open = selector;
        if (open == null) {
            open = channel.provider().openSelector();
            selector = open;
            channel.register(open, SelectionKey.OP_READ);
        }
        return open;
    }

    /** Ends the current wait, or the next one if no thread is waiting. */
    void wake() {
        Selector open = selector;
        if (open != null) {
            open.wakeup();
        }
    }

    /** Closes the selector, which releases the channel. No thread may be waiting. */
    void close() throws IOException {
        Selector open = selector;
        if (open != null) {
            selector = null;
            open.close();
        }
    }
}
