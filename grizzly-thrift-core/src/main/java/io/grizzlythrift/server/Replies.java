package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Replies of one connection that one thread has made and not handed on yet: frames in one array, and which calls they answer. Calls that
 * follow each other form one run.
 */
final class Replies {
    private final FrameOutput output;

    /** Per run: the number of its first call, how many calls, and the end of its bytes in the output. */
    private long[] firsts = new long[4];

    private int[] counts = new int[4];
    private int[] ends = new int[4];
    private int runs;
    private int calls;

    Replies(FrameOutput output) {
        this.output = output;
    }

    /** Notes that what was written since the last call of this method answers a call. Nothing written: a oneway call. */
    void add(long call) {
        int last = runs - 1;
        if (last >= 0 && firsts[last] + counts[last] == call) {
            counts[last]++;
        } else {
            last = startRun(call);
        }
        ends[last] = output.size();
        calls++;
    }

    private int startRun(long call) {
        if (runs == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * runs);
            counts = Arrays.copyOf(counts, 2 * runs);
            ends = Arrays.copyOf(ends, 2 * runs);
        }
        firsts[runs] = call;
        counts[runs] = 1;
        return runs++;
    }

    boolean isEmpty() {
        return runs == 0;
    }

    int calls() {
        return calls;
    }

    /** Whether these are the replies of one run that begins with the given call. */
    boolean areRunFrom(long call) {
        return runs == 1 && firsts[0] == call;
    }

    FrameOutput output() {
        return output;
    }

    /** Copies each run. */
    List<Segment> toSegments() {
        List<Segment> segments = new ArrayList<>(runs);
        int start = 0;
        for (int i = 0; i < runs; i++) {
            segments.add(new Segment(firsts[i], counts[i], Arrays.copyOfRange(output.array(), start, ends[i])));
            start = ends[i];
        }
        return segments;
    }

    void clear() {
        output.clear();
        runs = 0;
        calls = 0;
    }
}
