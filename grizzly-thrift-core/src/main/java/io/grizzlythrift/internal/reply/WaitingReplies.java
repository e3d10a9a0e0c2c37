package io.grizzlythrift.internal.reply;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/** The waiting replies of a {@link ReplyQueue}, in two groups. Guarded by the lock of that queue. */
public final class WaitingReplies {
    private static final Comparator<CopiedReplies> BY_FIRST_CALL = Comparator.comparingLong(CopiedReplies::first);

    /** Replies that wait for the reply to an earlier call. */
    private final Queue<CopiedReplies> early = new PriorityQueue<>(BY_FIRST_CALL);

    /** Replies that the writing thread can write. */
    private final Queue<CopiedReplies> ready = new ArrayDeque<>();

    /** Adds replies that wait for earlier ones. They may be the head; {@link #moveToReady} finds it. */
    void addEarly(CopiedReplies replies) {
        early.add(replies);
    }

    void addReady(CopiedReplies replies) {
        ready.add(replies);
    }

    /**
     * Moves the head, and the early replies that directly follow it, to the ready replies.
     *
     * @param head the number of the first call whose reply is not ready
     * @return the new head
     */
    long moveToReady(long head) {
        long next = head;
        for (CopiedReplies first = early.peek(); first != null && first.first() == next; first = early.peek()) {
            ready.add(early.poll());
            next += first.calls();
        }
        return next;
    }

    boolean isReady() {
        return !ready.isEmpty();
    }

    /**
     * Takes ready replies.
     *
     * @param bytes the size at which no further replies are taken
     * @return at least one if any is ready
     */
    List<CopiedReplies> takeReady(int bytes) {
        List<CopiedReplies> taken = new ArrayList<>();
        int length = 0;
        while (length < bytes && !ready.isEmpty()) {
            CopiedReplies next = ready.poll();
            taken.add(next);
            length += next.length();
        }
        return taken;
    }

    /** Drops the bytes of all replies, but not their positions. */
    void dropBytes() {
        dropBytes(early);
        dropBytes(ready);
    }

    private static void dropBytes(Queue<CopiedReplies> replies) {
        List<CopiedReplies> positions = withoutBytes(replies);
        replies.clear();
        replies.addAll(positions);
    }

    static List<CopiedReplies> withoutBytes(Collection<CopiedReplies> replies) {
        return replies.stream().map(CopiedReplies::withoutBytes).toList();
    }
}
