package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.internal.io.ClientIoStrategy;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * Decides which thread reads from one connection: its selector thread, or the caller of a blocking call that is alone in
 * flight. Such a caller waits for the socket itself, on a selector of its connection, which saves two thread switches: from the
 * socket to the selector thread, and from there to the caller.
 *
 * <pre>{@code
 *             16 calls, one at a time            a caller waits
 *   SELECTOR -------------------------->  NONE  ----------------->  CALLER
 *    ^    ^                                |    <-----------------    |
 *    |    +---- another call, or idle -----+     it has its reply     |  another call; or it stops waiting
 *    |                                                                |  without a reply: timeout, interrupt, ...
 *    +--------------- the caller leaves ---------------- RECALLED <---+
 *
 *   any of them -- the connection ends --> CLOSED
 * }</pre>
 *
 * <p>Every state change is atomic. The selector thread reads only in SELECTOR. In CALLER and RECALLED, only the thread that
 * changed NONE to one of these reads, until it leaves. So one thread reads at a time, and each sees what the previous one
 * wrote: the selector thread changes SELECTOR to NONE after it has read, a caller leaves after it has read, and the next reader
 * observes that change before it reads.
 *
 * <p>The connection is registered for reads with Grizzly's selector only in SELECTOR. The selector thread alone changes that
 * interest; another thread that changes the state to SELECTOR adds a task for it. A read event that was already under way
 * finds another state and reads nothing.
 *
 * <p>No reply is left unread. A call is registered before its thread checks the state. If the call does not read its own reply,
 * the thread then hands reading back to the selector thread ({@link #recall}). If it does, the thread becomes the reader in
 * NONE, recalls if another caller reads, and relies on the selector thread in SELECTOR. That thread may be about to leave
 * reading to callers, but it changes the state and then checks for calls, so it sees this one and recalls. A recalled caller
 * sees RECALLED before it waits for the socket, or is woken from that wait. Whatever arrived meanwhile is still in the socket,
 * which is then readable. The reply to a call whose thread never waits for it is read once a timer finds the connection idle.
 *
 * <p>In NONE no thread notices the end of the connection. So a timer recalls after at most {@value #MAX_IDLE_MILLIS} ms without
 * a caller, and {@link #readPending} reads before a call is taken. The timer also closes the selector of the callers, so that
 * only connections on which callers read hold its descriptors.
 */
public final class ReplyReader {
    /** How many calls in a row must be alone in flight before callers read. */
    static final int LONE_CALLS = 16;

    /** The longest time, in milliseconds, for which the end of an idle connection may go unnoticed. */
    public static final int MAX_IDLE_MILLIS = 30;

    /** Two checks, each up to one tick late, fit into {@link #MAX_IDLE_MILLIS}. */
    private static final long CHECK_NANOS =
            TimeUnit.MILLISECONDS.toNanos(MAX_IDLE_MILLIS / 2 - TimerThread.TICK_MILLIS);

    /** Notified of changes of the reader. */
    public interface Listener {
        /** The selector thread reads again. Runs on any thread. */
        void selectorReads();

        /** The selector thread cannot be made to read again. Runs on any thread. Must not throw. */
        void broken(Throwable thrown);
    }

    private enum Reader {
        SELECTOR,
        NONE,
        CALLER,
        RECALLED,
        CLOSED
    }

    private final AtomicReference<Reader> reader = new AtomicReference<>(Reader.SELECTOR);
    private final InFlightTable calls;
    private final LongSupplier clock;
    private final Listener listener;
    private final TimerThread.Timer timer;

    /** Whether a caller has read since the last check of the timer. */
    private volatile boolean used;

    private final CallerSelector selector = new CallerSelector();

    // Only for the thread that reads, or that has changed the state as a caller that leaves.
    private TCPNIOConnection connection;

    /** Whether callers may read. */
    private boolean shared;

    /** How many replies in a row, read on the selector thread, were to calls that were alone in flight. */
    private int loneCalls;

    /** Creates the reader of a connection that is yet to be opened. */
    public ReplyReader(InFlightTable calls, TimerThread timers, LongSupplier clock, Listener listener) {
        this.calls = calls;
        this.clock = clock;
        this.listener = listener;
        timer = timers.timer(this::checkIdle);
    }

    /**
     * The connection is open. Called on its selector thread, before anything is read.
     *
     * @param plain whether the connection is without TLS, so that callers may read; with TLS, reading may require a write
     */
    public void open(TCPNIOConnection opened, boolean plain) {
        connection = opened;
        shared = plain;
    }

    /** {@return whether the selector thread reads, and no other thread does} */
    public boolean isSelector() {
        return reader.get() == Reader.SELECTOR;
    }

    // ---- on the thread that has read

    /**
     * Replies were read. Called on the thread that read them.
     *
     * @param lone whether this was a single reply, to a call that was alone in flight and may read its own reply
     */
    public void replied(boolean lone) {
        if (lone && isSelector()) {
            loneCalls++;
        } else if (loneCalls != 0) { // avoids a write for every read of a connection that many callers share
            loneCalls = 0;
        }
    }

    /**
     * The selector thread has read. Leaves further reads to callers if calls come one at a time. Called on the selector thread.
     *
     * @throws IOException if the selector thread cannot be made to stop reading
     */
    public void selectorHasRead() throws IOException {
        if (loneCalls < LONE_CALLS || !shared || !isSelector()) {
            return;
        }
        connection.disableIOEvent(IOEvent.READ);
        if (!reader.compareAndSet(Reader.SELECTOR, Reader.NONE)) {
            return;
        }
        if (calls.size() > 0) { // a caller may be waiting for this thread
            recall();
        } else {
            timer.set(clock.getAsLong() + CHECK_NANOS);
        }
    }

    // ---- on any thread

    /** Hands reading back to the selector thread. If a caller is reading, it leaves first. */
    public void recall() {
        while (true) {
            switch (reader.get()) {
                case NONE -> {
                    if (reader.compareAndSet(Reader.NONE, Reader.SELECTOR)) {
                        resume();
                        return;
                    }
                }
                case CALLER -> {
                    if (reader.compareAndSet(Reader.CALLER, Reader.RECALLED)) {
                        selector.wake();
                        return;
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    private void resume() {
        try {
            connection.enableIOEvent(IOEvent.READ);
            listener.selectorReads();
        } catch (Throwable t) {
            listener.broken(t);
        }
    }

    /** Wakes the caller that waits for the socket, if any: its call has ended. */
    public void wake() {
        selector.wake();
    }

    /** The connection has ended. Makes a caller that waits for the socket leave. */
    public void close() {
        Reader before = reader.getAndSet(Reader.CLOSED);
        timer.cancel();
        switch (before) {
            case SELECTOR, NONE -> closeSelector();
            default -> selector.wake(); // the caller closes it
        }
    }

    private void closeSelector() {
        try {
            selector.close();
        } catch (IOException e) {
            listener.broken(e);
        }
    }

    private void checkIdle() {
        switch (reader.get()) {
            case NONE -> {
                if (used || !reader.compareAndSet(Reader.NONE, Reader.RECALLED)) {
                    checkAgain();
                } else { // as a caller that leaves
                    loneCalls = 0;
                    try {
                        closeSelector();
                    } finally { // whatever that throws, a thread must read
                        leave();
                    }
                }
            }
            case CALLER, RECALLED -> checkAgain();
            default -> {
                // the timer is set with the next change to NONE
            }
        }
    }

    private void checkAgain() {
        used = false;
        timer.set(clock.getAsLong() + CHECK_NANOS);
    }

    /**
     * Handles what arrived while no thread was reading, such as the end of the connection, after which no call should be sent
     * on it. Does not wait.
     *
     * @return whether this method read; false if the selector thread or a caller reads, or the connection has ended
     */
    public boolean readPending() {
        if (reader.get() != Reader.NONE || !reader.compareAndSet(Reader.NONE, Reader.CALLER)) {
            return false;
        }
        ClientIoStrategy.read(connection);
        leave();
        return true;
    }

    /**
     * Reads on the current thread until a call has ended, unless another thread reads. Returns earlier at the deadline of the
     * call, if the thread is interrupted, if the connection ends, or if another call needs the selector thread to read; in the
     * last case the selector thread ends the call.
     *
     * @param call a call that this thread waits for and whose reply it may read: {@link PendingCall#readsOwnReply}
     */
    public void awaitReply(PendingCall call) {
        if (isSelector()) {
            return;
        }
        if (!reader.compareAndSet(Reader.NONE, Reader.CALLER)) {
            recall();
            return;
        }
        if (!used) {
            used = true;
        }
        try {
            readUntilEnded(call);
        } catch (Throwable t) { // for example, no file descriptor is left
            shared = false;
        }
        if (call.state() != PendingCall.ENDED || !shared) {
            reader.compareAndSet(Reader.CALLER, Reader.RECALLED);
        }
        leave();
    }

    private void readUntilEnded(PendingCall call) throws IOException {
        SocketChannel channel = (SocketChannel) connection.getChannel();
        selector.opened(channel); // before the state is checked, so that a later change can wake this thread
        while (isReadBy(call)) {
            long left = call.deadline() - clock.getAsLong();
            if (left <= 0) {
                return;
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(left) + 1;
            if (selector.await(channel, millis) && isReadBy(call)) {
                ClientIoStrategy.read(connection);
            }
        }
    }

    private boolean isReadBy(PendingCall call) {
        return reader.get() == Reader.CALLER
                && call.state() < PendingCall.ENDED
                && !Thread.currentThread().isInterrupted();
    }

    /** Lets the next thread read. Only for the thread that changed the state to CALLER, or from NONE to RECALLED. */
    private void leave() {
        if (reader.compareAndSet(Reader.CALLER, Reader.NONE)) {
            return;
        }
        if (reader.compareAndSet(Reader.RECALLED, Reader.SELECTOR)) {
            resume();
        } else {
            closeSelector();
        }
    }
}
