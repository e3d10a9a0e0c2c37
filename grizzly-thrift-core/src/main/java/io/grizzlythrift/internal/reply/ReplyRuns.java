package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.frame.FrameOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The contents of a {@link ReplyBuffer}: reply frames in one array, and the calls they belong to. Replies to
 * consecutive calls of a connection form one run. Used by one thread at a time, except {@link #snapshot}.
 */
public final class ReplyRuns {
    private static final int INITIAL_RUNS = 8;

    private final FrameOutput output;

    /**
     * For each run: its owner, the number of its first call on the connection, the number of calls, and the end of its
     * bytes in the output.
     */
    private ReplyOwner[] owners = new ReplyOwner[INITIAL_RUNS];

    private long[] firsts = new long[INITIAL_RUNS];
    private int[] counts = new int[INITIAL_RUNS];
    private int[] ends = new int[INITIAL_RUNS];
    private int runs;

    /** Where the bytes of the first run begin in the output. */
    private int begin;

    /**
     * The end of some replies.
     *
     * @param runs the number of runs, at least 1
     * @param callsOfLast the number of calls of the last of them
     * @param bytes the end of their bytes in the output
     */
    public record End(int runs, int callsOfLast, int bytes) {}

    public ReplyRuns(FrameOutput output) {
        this.output = output;
    }

    /**
     * Records that the bytes encoded since the previous invocation of this method are the reply to a call. A oneway
     * call has none.
     */
    public void add(ReplyOwner owner, long call) {
        int last = runs - 1;
        if (last >= 0 && owners[last] == owner && firsts[last] + counts[last] == call) {
            counts[last]++;
        } else {
            last = startRun(owner, call);
        }
        ends[last] = output.size();
    }

    private int startRun(ReplyOwner owner, long call) {
        if (runs == owners.length) {
            grow();
        }
        owners[runs] = owner;
        firsts[runs] = call;
        counts[runs] = 1;
        return runs++;
    }

    /** Doubles the arrays. If there is not enough memory, the runs stay unchanged. */
    private void grow() {
        ReplyOwner[] moreOwners = Arrays.copyOf(owners, 2 * runs);
        long[] moreFirsts = Arrays.copyOf(firsts, 2 * runs);
        int[] moreCounts = Arrays.copyOf(counts, 2 * runs);
        ends = Arrays.copyOf(ends, 2 * runs);
        counts = moreCounts;
        firsts = moreFirsts;
        owners = moreOwners;
    }

    /** Discards the bytes encoded since the last invocation of {@link #add}. */
    public void dropUnnoted() {
        output.rewind(start(runs));
    }

    public boolean isEmpty() {
        return runs == 0;
    }

    public FrameOutput output() {
        return output;
    }

    int start(int run) {
        return run == 0 ? begin : ends[run - 1];
    }

    /** {@return the number of bytes of the runs {@code from} to {@code to - 1}} */
    int length(int from, int to) {
        return ends[to - 1] - start(from);
    }

    /** {@return what copies of the runs {@code from} to {@code to - 1} are charged} */
    int chargedBytes(int from, int to) {
        int bytes = 0;
        for (int run = from; run < to; run++) {
            bytes += CopiedReplies.charged(length(run, run + 1));
        }
        return bytes;
    }

    /** {@return the number of calls of the runs {@code from} to {@code to - 1}} */
    int calls(int from, int to) {
        int calls = 0;
        for (int run = from; run < to; run++) {
            calls += counts[run];
        }
        return calls;
    }

    long first(int run) {
        return firsts[run];
    }

    /**
     * Delivers every run to the queue of its owner, then clears this object. Abandons an owner if its queue fails.
     */
    public void deliver() {
        ReplyOwner holder = null;
        try {
            for (int from = 0, to; from < runs; from = to) {
                to = endOfGroup(from);
                try {
                    holder = hold(holder, owners[from], length(from, to));
                    owners[from].replyQueue().deliver(this, from, to);
                } catch (Throwable t) { // for example, no memory for copies
                    owners[from].abandon();
                }
            }
        } finally {
            clear();
            releaseWrites(holder);
        }
    }

    /**
     * If an owner shares its connection with others, holds the writes of that connection until the replies of all of
     * them are delivered. Before a large reply, first releases the writes held so far: held
     * bytes count as waiting.
     *
     * @param before the owner whose connection's writes are held now, or null
     * @return the owner whose connection's writes are held after this, or null
     */
    private static ReplyOwner hold(ReplyOwner before, ReplyOwner next, int bytes) {
        ReplyQueue shared = next.connectionQueue();
        if (before != null && before.connectionQueue() == shared && shared.mayHold(bytes)) {
            return before;
        }
        releaseWrites(before);
        return shared != next.replyQueue() && shared.holdWrites() ? next : null;
    }

    private static void releaseWrites(ReplyOwner holder) {
        if (holder != null) {
            try {
                holder.connectionQueue().releaseWrites();
            } catch (Throwable t) { // for example, no memory for a buffer
                holder.abandon();
            }
        }
    }

    /**
     * Returns the replies as an object of its own that shares the array of bytes. Another thread than that which uses this
     * object may call this, but must discard the result if anything was changed meanwhile.
     */
    public ReplyRuns snapshot() {
        ReplyRuns taken = new ReplyRuns(new FrameOutput(0));
        int count = runs;
        taken.owners = Arrays.copyOf(owners, count);
        taken.firsts = Arrays.copyOf(firsts, count);
        taken.counts = Arrays.copyOf(counts, count);
        taken.ends = Arrays.copyOf(ends, count);
        taken.runs = count;
        taken.begin = begin;
        taken.output.attach(output.array());
        return taken;
    }

    /** Replaces the array of a {@link #snapshot} by a copy. Returns false if there is no memory for it. */
    public boolean copyBytes() {
        try {
            output.attach(Arrays.copyOf(output.array(), ends[runs - 1]));
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Drops all replies, and abandons the owners, which miss them. */
    void abandon() {
        for (int run = 0; run < runs; run = endOfGroup(run)) {
            owners[run].abandon();
        }
        clear();
    }

    /** {@return the end of all replies, of which there is at least one} */
    public End end() {
        return new End(runs, counts[runs - 1], ends[runs - 1]);
    }

    /** Drops the replies before an {@link #end()} that was returned earlier. */
    public void dropTo(End end) {
        int gone = end.runs();
        int last = gone - 1;
        if (counts[last] > end.callsOfLast()) { // it has grown
            gone = last;
            firsts[last] += end.callsOfLast();
            counts[last] -= end.callsOfLast();
        }
        int left = runs - gone;
        System.arraycopy(owners, gone, owners, 0, left);
        System.arraycopy(firsts, gone, firsts, 0, left);
        System.arraycopy(counts, gone, counts, 0, left);
        System.arraycopy(ends, gone, ends, 0, left);
        Arrays.fill(owners, left, runs, null);
        runs = left;
        begin = end.bytes();
        if (left == 0 && output.size() == begin) {
            clear();
        }
    }

    /** {@return copies of runs, with or without their bytes} */
    List<CopiedReplies> copy(int from, int to, boolean withBytes) {
        List<CopiedReplies> copies = new ArrayList<>(to - from);
        for (int run = from; run < to; run++) {
            int end = withBytes ? ends[run] : start(run);
            byte[] bytes = Arrays.copyOfRange(output.array(), start(run), end);
            copies.add(new CopiedReplies(firsts[run], counts[run], bytes));
        }
        return copies;
    }

    /** {@return the end of the consecutive runs of the same owner} */
    private int endOfGroup(int from) {
        int to = from + 1;
        while (to < runs && owners[to] == owners[from]) {
            to++;
        }
        return to;
    }

    private void clear() {
        output.clear();
        Arrays.fill(owners, 0, runs, null);
        runs = 0;
        begin = 0;
    }
}
