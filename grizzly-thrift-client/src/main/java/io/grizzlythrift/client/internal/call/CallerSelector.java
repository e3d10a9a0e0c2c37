package io.grizzlythrift.client.internal.call;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A selector, besides that of Grizzly, with which callers wait until the socket of one connection is readable. It is opened
 * when a caller waits, and closed after a while without callers, because it takes two or three file descriptors. A closed
 * socket stays open in the kernel until this selector is closed too. For one thread at a time, except {@link #wake}.
 */
final class CallerSelector {
    /** Volatile: either a thread that wakes the caller sees it, or the caller sees why it should not wait. */
    private volatile Selector selector;

    /**
     * Waits until the channel is readable, the thread is woken or interrupted, or the time has passed.
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
            // facts.md#a-closed-channel-stays-open-in-another-selector
            channel.register(open, SelectionKey.OP_READ);
        }
        return open;
    }

    /** Ends the current wait or, if no thread is waiting, the next one. */
    void wake() {
        Selector open = selector;
        if (open != null) {
            open.wakeup();
        }
    }

    /** Releases the channel until a caller waits again. Only while no thread is waiting. */
    void close() throws IOException {
        Selector open = selector;
        if (open != null) {
            selector = null;
            open.close();
        }
    }
}
