package io.grizzlythrift.bench.load.raw;

import io.grizzlythrift.bench.load.plan.Schedule;

/**
 * The calls of one connection that follow a schedule. A call that is due is sent if there is room in flight, otherwise
 * as soon as there is room. Owned by one thread.
 */
final class DueCalls {
    private final Schedule schedule;
    private final int step;
    /** Number of the next call to send, in the schedule. */
    private long number;

    private int free;

    /**
     * @param schedule calls of several connections in turn
     * @param first number of this connection's first call
     * @param step difference between the numbers of two successive calls of this connection
     * @param inFlight maximum number of calls in flight
     */
    DueCalls(Schedule schedule, int first, int step, int inFlight) {
        this.schedule = schedule;
        this.step = step;
        number = first;
        free = inFlight;
    }

    /** Frees the room of calls whose replies have arrived. */
    void answered(int calls) {
        free += calls;
    }

    /**
     * Takes the calls that must be sent now.
     *
     * @param traffic receives each call, with the time when it was due
     * @return the number of calls taken
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

    /** Starts calls. */
    @FunctionalInterface
    interface Begin {
        void begin(int calls, long dueNanos);
    }
}
