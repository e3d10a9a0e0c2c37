package io.grizzlythrift.bench.load.raw;

import io.grizzlythrift.bench.load.plan.Schedule;

/**
 * The calls of one connection that follow a schedule: those that are due leave while there are places in flight, the
 * others as soon as there is one. Owned by one thread.
 */
final class DueCalls {
    private final Schedule schedule;
    private final int step;
    /** Of the next call to send, in the schedule. */
    private long number;

    private int free;

    /**
     * @param schedule of several connections, in turn
     * @param first the number of this connection's first call
     * @param step from the number of one of its calls to the next
     * @param inFlight the most calls that can be outstanding
     */
    DueCalls(Schedule schedule, int first, int step, int inFlight) {
        this.schedule = schedule;
        this.step = step;
        number = first;
        free = inFlight;
    }

    /** So many calls have their replies. */
    void answered(int calls) {
        free += calls;
    }

    /**
     * Takes the calls that are to be sent now.
     *
     * @param traffic gets each call, with the time when it was due
     * @return how many these are
     */
    int take(long now, Begin traffic) {
        int taken = 0;
        for (long due = schedule.due(number); taken < free && due - now <= 0; due = schedule.due(number)) {
            traffic.begin(1, due);
            number += step;
            taken++;
        }
        free -= taken;
        return taken;
    }

    /** Begins calls. */
    @FunctionalInterface
    interface Begin {
        void begin(int calls, long dueNanos);
    }
}
