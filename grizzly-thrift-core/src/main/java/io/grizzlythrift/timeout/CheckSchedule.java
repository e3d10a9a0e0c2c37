package io.grizzlythrift.timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Whom the {@link TimeoutMonitor} visits in which round: every time where something goes on, less often where nothing does.
 * Most of ten thousand connections are quiet, and those that are not due are not even looked at. Only for the thread of
 * the patrol, but for {@link #join}.
 */
public final class CheckSchedule<T> {
    /** What a visit finds. */
    public enum State {
        BUSY,
        QUIET,
        GONE
    }

    /** Who visits. */
    @FunctionalInterface
    public interface Visitor<T> {
        /** Visits one, {@code now} as given to {@link #make}. */
        State visit(T one, long now);
    }

    private final Queue<T> arrived = new ConcurrentLinkedQueue<>();
    private final List<T> busy = new ArrayList<>();

    /** By the round in which they are due. */
    private final List<List<T>> quiet = new ArrayList<>();

    private final Visitor<T> visitor;
    private int next;

    /** What the first visit of this round threw that failed; otherwise null. */
    private Throwable failure;

    /**
     * Makes an empty schedule.
     *
     * @param quietRounds who is quiet has a visit in each of so many rounds
     */
    public CheckSchedule(int quietRounds, Visitor<T> visitor) {
        this.visitor = visitor;
        for (int round = 0; round < quietRounds; round++) {
            quiet.add(new ArrayList<>());
        }
    }

    /** Visits begin with the next round, and end when one finds that it is gone. Any thread may call this. */
    public void join(T one) {
        arrived.add(one);
    }

    /**
     * Visits everyone that is due. A visit that throws does not end the round, and changes nothing about when that one
     * is due again.
     *
     * @throws RuntimeException or an Error at the end of the round: the first that a visit threw
     */
    public void make(long now) {
        for (T one = arrived.peek(); one != null; one = arrived.peek()) {
            busy.add(one); // which may throw: it is still to arrive then
            arrived.poll();
        }
        List<T> due = quiet.get(next);
        next = (next + 1) % quiet.size();
        visit(due, now);
        visit(busy, now);
        if (failure != null) {
            Throwable first = failure;
            failure = null;
            rethrow(first);
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    private void visit(List<T> some, long now) {
        for (int i = some.size() - 1; i >= 0; i--) {
            try {
                visit(some, i, now);
            } catch (RuntimeException | Error e) {
                if (failure == null) {
                    failure = e;
                }
            }
        }
    }

    private void visit(List<T> some, int i, long now) {
        T one = some.get(i);
        State state = visitor.visit(one, now);
        List<T> place = state == State.QUIET ? quietPlace(one) : busy;
        if (state == State.GONE || place != some) {
            if (state != State.GONE) {
                place.add(one); // before it is taken away: there may be no memory for it
            }
            some.set(i, some.get(some.size() - 1));
            some.remove(some.size() - 1);
        }
    }

    private List<T> quietPlace(T one) {
        return quiet.get(Math.floorMod(one.hashCode(), quiet.size()));
    }
}
