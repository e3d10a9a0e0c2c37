package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Replies that one thread has made and not handed on yet: frames in one array, and which calls of which connections
 * they answer. Calls that follow each other on a connection form one run.
 */
final class Replies {
    private static final int INITIAL_RUNS = 8;

    private final FrameOutput output;

    /**
     * Per run: its connection, the number of its first call there, how many calls, and the end of its bytes in the
     * output.
     */
    private CallSource[] owners = new CallSource[INITIAL_RUNS];

    private long[] firsts = new long[INITIAL_RUNS];
    private int[] counts = new int[INITIAL_RUNS];
    private int[] ends = new int[INITIAL_RUNS];
    private int runs;

    Replies(FrameOutput output) {
        this.output = output;
    }

    /**
     * Notes that what was written since the last call of this method answers a call. Nothing written: a oneway call.
     */
    void add(CallSource owner, long call) {
        int last = runs - 1;
        if (last >= 0 && owners[last] == owner && firsts[last] + counts[last] == call) {
            counts[last]++;
        } else {
            last = startRun(owner, call);
        }
        ends[last] = output.size();
    }

    private int startRun(CallSource owner, long call) {
        if (runs == owners.length) {
            owners = Arrays.copyOf(owners, 2 * runs);
            firsts = Arrays.copyOf(firsts, 2 * runs);
            counts = Arrays.copyOf(counts, 2 * runs);
            ends = Arrays.copyOf(ends, 2 * runs);
        }
        owners[runs] = owner;
        firsts[runs] = call;
        counts[runs] = 1;
        return runs++;
    }

    boolean isEmpty() {
        return runs == 0;
    }

    FrameOutput output() {
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

    /** Hands every run to its connection, and is empty then. */
    void deliver() {
        for (int from = 0, to; from < runs; from = to) {
            to = endOfGroup(from);
            try {
                owners[from].line().deliver(this, from, to);
            } catch (RuntimeException | Error e) { // such as no memory for copies
                owners[from].giveUp();
            }
        }
        clear();
    }

    /** Empties this, and returns what delivers its content, which is copied. */
    Runnable takeCopies() {
        List<Runnable> deliveries = new ArrayList<>();
        for (int from = 0, to; from < runs; from = to) {
            to = endOfGroup(from);
            ReplyLine line = owners[from].line();
            List<Segment> segments = toSegments(from, to, true);
            deliveries.add(() -> line.deliver(segments));
        }
        clear();
        return () -> deliveries.forEach(Runnable::run);
    }

    /** Copies runs, with their bytes or without. */
    List<Segment> toSegments(int from, int to, boolean withBytes) {
        List<Segment> segments = new ArrayList<>(to - from);
        for (int run = from; run < to; run++) {
            int end = withBytes ? ends[run] : start(run);
            byte[] bytes = Arrays.copyOfRange(output.array(), start(run), end);
            segments.add(new Segment(firsts[run], counts[run], bytes));
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
