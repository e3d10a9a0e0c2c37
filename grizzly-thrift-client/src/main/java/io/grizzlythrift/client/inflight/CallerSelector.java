package io.grizzlythrift.client.inflight;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Where callers wait until the socket of one connection is readable: a selector beside that of Grizzly, with which the channel
 * is registered as well. Opened by the next caller and closed once none has come for a while, since it takes two or three
 * descriptors; the socket stays open until it is closed. For one thread at a time; {@link #wake} for any.
 */
final class CallerSelector {
    /** Volatile: a thread that is to wake the caller sees it, or the caller sees why it was to be woken. */
    private volatile Selector selector;

    /**
     * Waits until the channel is readable, the thread is woken or interrupted, or the time is over.
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

    /** Ends the current wait; if no thread waits, the next one. */
    void wake() {
        Selector open = selector;
        if (open != null) {
            open.wakeup();
        }
    }

    /** Releases the channel, until a caller waits again. Only while no thread waits. */
    void close() throws IOException {
        Selector open = selector;
        if (open != null) {
            selector = null;
            open.close();
        }
    }
}
