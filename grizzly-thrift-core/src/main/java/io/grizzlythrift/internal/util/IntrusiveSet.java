package io.grizzlythrift.internal.util;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A set whose elements link each other: a doubly linked ring through two fields that each element has. An element takes 8
 * bytes in it, against about 40 in a {@link java.util.concurrent.ConcurrentHashMap}, and adding one allocates nothing, so
 * it cannot fail. Equality is identity. An element is in one set at a time.
 *
 * <p>Thread-safe: everything is guarded by the lock of the set.
 *
 * @param <E> the elements
 */
public final class IntrusiveSet<E extends IntrusiveSet.Member> {
    /** The base class of the elements. */
    public abstract static class Member {
        /** Neighbours in the ring; null outside of a set. Guarded by the lock of the set. */
        private Member previous;

        private Member next;

        /** Makes an object that is in no set. */
        protected Member() {}
    }

    /** The start and the end of the ring. */
    private static final class Head extends Member {}

    private final Member head = new Head();
    private int size;

    /** Makes an empty set. */
    public IntrusiveSet() {
        head.previous = head;
        head.next = head;
    }

    /**
     * Adds an element as the last one. Does nothing if it is in the set already.
     *
     * @param element is in no other set
     */
    public synchronized void add(E element) {
        Member added = element;
        if (added.next == null) {
            added.previous = head.previous;
            added.next = head;
            added.previous.next = added;
            head.previous = added;
            size++;
        }
    }

    /**
     * Removes an element. Does nothing if it is not in the set.
     *
     * @param element is in no other set
     */
    public synchronized void remove(E element) {
        Member removed = element;
        if (removed.next != null) {
            removed.previous.next = removed.next;
            removed.next.previous = removed.previous;
            removed.previous = null;
            removed.next = null;
            size--;
        }
    }

    /**
     * {@return whether an element is in the set}
     *
     * @param element is in no other set
     */
    public synchronized boolean contains(E element) {
        return ((Member) element).next != null;
    }

    /**
     * Calls an action for each element, oldest first, under the lock.
     *
     * @param action must be short, and must not change the set
     */
    @SuppressWarnings("unchecked") // all but the head were added as an E
    public synchronized void forEach(Consumer<? super E> action) {
        for (Member element = head.next; element != head; element = element.next) {
            action.accept((E) element);
        }
    }

    /** {@return whether the set has no element} */
    public synchronized boolean isEmpty() {
        return size == 0;
    }

    /** Removes and returns the oldest element. Returns null if the set is empty. */
    @SuppressWarnings("unchecked") // all but the head were added as an E
    public synchronized E poll() {
        if (head.next == head) {
            return null;
        }
        E oldest = (E) head.next;
        remove(oldest);
        return oldest;
    }

    /** {@return a copy of the elements, oldest first} */
    public synchronized List<E> copy() {
        List<E> copy = new ArrayList<>(size);
        forEach(copy::add);
        return copy;
    }
}
