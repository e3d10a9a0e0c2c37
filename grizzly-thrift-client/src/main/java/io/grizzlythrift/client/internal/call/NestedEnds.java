package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Bounds the nesting of calls that fail at once and whose callbacks, dependent futures or interceptors make the next call:
 * once the stack is deep, a call ends on the thread for callbacks instead, and the calling thread returns.
 *
 * <p>The depth of the stack is measured, since a future that has failed already runs its dependents without any code of this
 * library on the stack. On a thread of the user, the end is also delayed by a tick, so that dependents are added before it.
 *
 * <p>Thread-safe: the lock of this object guards the linked list of delayed calls.
 */
final class NestedEnds {
    /** The number of frames from which a stack is deep: about 20 nested calls. A frame takes some 100 bytes. */
    static final int DEEP_FRAMES = 512;

    private static final int CHECK_EVERY = 4;

    // facts.md#stackwalker-is-slow
    private static final StackWalker STACK = StackWalker.getInstance(Set.of(), DEEP_FRAMES);

    private final ClientThreads threads;
    private final LongSupplier clock;
    private final Consumer<PendingCall> finish;
    private final TimerThread.Timer timer;

    /** Linked through {@link PendingCall#nextUnfinished}. */
    private PendingCall first;

    private boolean closed;

    /** @param finish ends a call; runs on the thread for callbacks */
    NestedEnds(ClientThreads threads, LongSupplier clock, Consumer<PendingCall> finish) {
        this.threads = threads;
        this.clock = clock;
        this.finish = finish;
        timer = threads.timers().timer(() -> threads.runDetached(this::finishAll));
    }

    /**
     * Returns whether a call that ends here and now must not run user code on this stack. Looks at one stack of
     * {@value #CHECK_EVERY}, at random, since this takes several microseconds: a stack is deeper by a few calls then.
     */
    static boolean isDeep() {
        return ThreadLocalRandom.current().nextInt(CHECK_EVERY) == 0 && STACK.walk(NestedEnds::isDeep);
    }

    private static boolean isDeep(Stream<StackWalker.StackFrame> frames) {
        return frames.skip(DEEP_FRAMES).findAny().isPresent();
    }

    /** Ends a call on another stack. A blocking caller is not delayed. */
    void finishElsewhere(PendingCall call) {
        if (threads.isOwn() || !call.runsUserCode() || !delay(call)) {
            threads.runDetached(() -> finish.accept(call));
        }
    }

    private synchronized boolean delay(PendingCall call) {
        if (closed) {
            return false;
        }
        call.nextUnfinished(first);
        first = call;
        timer.set(clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(TimerThread.TICK_MILLIS));
        return true;
    }

    /** Ends all delayed calls. No call is delayed any more. */
    synchronized void close() {
        closed = true;
        if (first != null) {
            threads.runDetached(this::finishAll);
        }
    }

    private void finishAll() {
        PendingCall call = takeAll();
        while (call != null) {
            PendingCall next = call.nextUnfinished();
            call.nextUnfinished(null);
            finish.accept(call);
            call = next;
        }
    }

    private synchronized PendingCall takeAll() {
        PendingCall all = first;
        first = null;
        return all;
    }
}
