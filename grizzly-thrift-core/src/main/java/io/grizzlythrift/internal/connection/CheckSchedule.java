package io.grizzlythrift.internal.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Decides which connections the {@link io.grizzlythrift.internal.dispatch.TimeoutMonitor} checks in a pass. Busy connections
 * are checked in every pass. Idle ones are distributed over several passes by their hash code, so that each pass checks only a
 * fraction of, for example, ten thousand idle connections.
 *
 * <p>Only the thread of the monitor may call {@link #check}, so the lists need no lock. Any thread may call
 * {@link #add}: it only adds to a {@link ConcurrentLinkedQueue}, whose insertion happens-before the removal by the
 * monitor. The connection is therefore visible to the monitor as it was when it was added.
 *
 * @param <T> the type of the checked elements, such as connections
 */
public final class CheckSchedule<T> {
    /** The result of a check. */
    public enum State {
        /** Check the element in the next pass. */
        BUSY,
        /** Check the element once per idle interval. */
        IDLE,
        /** Remove the element. */
        GONE
    }

    /** Checks one element. */
    @FunctionalInterface
    public interface Check<T> {
        /** Checks one element; {@code now} is the argument of {@link CheckSchedule#check}. */
        State check(T element, long now);
    }

    private final Queue<T> added = new ConcurrentLinkedQueue<>();
    private final List<T> busy = new ArrayList<>();

    /** One list per pass of the idle interval. */
    private final List<List<T>> idle = new ArrayList<>();

    private final Check<T> check;
    private int nextIdleList;

    /** The first exception of the current pass, or null. */
    private Throwable failure;

    /**
     * Creates an empty schedule.
     *
     * @param idleCheckInterval the number of passes between two checks of an idle element, at least 1
     * @param check called for each element that is due
     */
    public CheckSchedule(int idleCheckInterval, Check<T> check) {
        this.check = check;
        for (int pass = 0; pass < idleCheckInterval; pass++) {
            idle.add(new ArrayList<>());
        }
    }

    /**
     * Adds an element, on any thread. It is checked from the next pass on, until a check returns {@link State#GONE}.
     */
    public void add(T element) {
        added.add(element);
    }

    /**
     * Checks every element that is due. If a check throws, the pass continues, and that element keeps its place in the
     * schedule.
     *
     * @param now passed to each check
     * @throws RuntimeException (or an Error) after the pass, if a check threw: the first exception
     */
    public void check(long now) {
        for (T element = added.peek(); element != null; element = added.peek()) {
            busy.add(element); // may throw OutOfMemoryError; the element then stays in the queue
            added.poll();
        }
        List<T> due = idle.get(nextIdleList);
        nextIdleList = (nextIdleList + 1) % idle.size();
        checkAll(due, now);
        checkAll(busy, now);
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

    private void checkAll(List<T> due, long now) {
        for (int i = due.size() - 1; i >= 0; i--) {
            try {
                checkOne(due, i, now);
            } catch (RuntimeException | Error e) {
                if (failure == null) {
                    failure = e;
                }
            }
        }
    }

    private void checkOne(List<T> due, int i, long now) {
        T element = due.get(i);
        State state = check.check(element, now);
        List<T> next = state == State.IDLE ? idleListOf(element) : busy;
        if (state == State.GONE || next != due) {
            if (state != State.GONE) {
                next.add(element); // before the removal: adding may throw OutOfMemoryError
            }
            due.set(i, due.get(due.size() - 1));
            due.remove(due.size() - 1);
        }
    }

    private List<T> idleListOf(T element) {
        return idle.get(Math.floorMod(element.hashCode(), idle.size()));
    }
}
