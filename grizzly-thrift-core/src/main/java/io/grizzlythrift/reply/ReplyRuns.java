package io.grizzlythrift.reply;

import io.grizzlythrift.frame.FrameOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * ReplyRuns that one thread has made and not handed on yet: frames in one array, and which calls of which connections
 * they answer. Calls that follow each other on a connection form one run.
 */
public final class ReplyRuns {
    private static final int INITIAL_RUNS = 8;

    /** Delivers nothing. */
    static final Runnable NOTHING = () -> {};

    private final FrameOutput output;

    /**
     * Per run: its connection, the number of its first call there, how many calls, and the end of its bytes in the
     * output.
     */
    private ReplyOwner[] owners = new ReplyOwner[INITIAL_RUNS];

    private long[] firsts = new long[INITIAL_RUNS];
    private int[] counts = new int[INITIAL_RUNS];
    private int[] ends = new int[INITIAL_RUNS];
    private int runs;

    public ReplyRuns(FrameOutput output) {
        this.output = output;
    }

    /**
     * Notes that what was written since the last call of this method answers a call. Nothing written: a oneway call.
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

    /** All at once, or nothing if there is no memory. */
    private void grow() {
        ReplyOwner[] moreOwners = Arrays.copyOf(owners, 2 * runs);
        long[] moreFirsts = Arrays.copyOf(firsts, 2 * runs);
        int[] moreCounts = Arrays.copyOf(counts, 2 * runs);
        ends = Arrays.copyOf(ends, 2 * runs);
        counts = moreCounts;
        firsts = moreFirsts;
        owners = moreOwners;
    }

    /** Takes back what was written since the last call of {@link #add}. */
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
        return run == 0 ? 0 : ends[run - 1];
    }

    /** The number of bytes of the runs {@code from} to {@code to - 1}. */
    int length(int from, int to) {
        return ends[to - 1] - start(from);
    }

    /** The number of calls of the runs {@code from} to {@code to - 1}. */
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

    /** Hands every run to its connection, and is empty then. A connection that cannot take its own is given up. */
    public void deliver() {
        try {
            for (int from = 0, to; from < runs; from = to) {
                to = endOfGroup(from);
                try {
                    owners[from].replyQueue().deliver(this, from, to);
                } catch (Throwable t) { // such as no memory for copies
                    owners[from].abandon();
                }
            }
        } finally {
            clear();
        }
    }

    /**
     * Empties this, and returns what delivers its content, which is copied. A connection whose replies cannot be copied
     * is given up.
     */
    public Runnable takeCopies() {
        Copies first = null;
        Copies last = null;
        try {
            for (int from = 0, to; from < runs; from = to) {
                to = endOfGroup(from);
                try {
                    Copies copies = new Copies(owners[from], toSegments(from, to, true));
                    if (last == null) {
                        first = copies;
                    } else {
                        last.next = copies;
                    }
                    last = copies;
                } catch (Throwable t) {
                    owners[from].abandon();
                }
            }
        } finally {
            clear();
        }
        return first == null ? NOTHING : first;
    }

    /** Copied replies of one connection, linked to those of the next one. */
    private static final class Copies implements Runnable {
        private final ReplyOwner owner;
        private final List<CopiedReplies> segments;
        private Copies next;

        Copies(ReplyOwner owner, List<CopiedReplies> segments) {
            this.owner = owner;
            this.segments = segments;
        }

        /** Delivers these and all that follow. Throws nothing. */
        @Override
        public void run() {
            for (Copies copies = this; copies != null; copies = copies.next) {
                try {
                    copies.owner.replyQueue().deliver(copies.segments);
                } catch (Throwable t) {
                    copies.owner.abandon();
                }
            }
        }
    }

    /** Copies runs, with their bytes or without. */
    List<CopiedReplies> toSegments(int from, int to, boolean withBytes) {
        List<CopiedReplies> segments = new ArrayList<>(to - from);
        for (int run = from; run < to; run++) {
            int end = withBytes ? ends[run] : start(run);
            byte[] bytes = Arrays.copyOfRange(output.array(), start(run), end);
            segments.add(new CopiedReplies(firsts[run], counts[run], bytes));
        }
        return segments;
    }

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
    }
}
