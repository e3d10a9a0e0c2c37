package io.grizzlythrift.memory;

/** Frames that wait for a thread and can be given up when memory runs out. */
public interface DroppableFrames {
    /**
     * The memory that they take.
     *
     * @return bytes, always the same
     */
    long bytes();

    /** Gives up the calls that no thread has begun. Called once at most, by any thread, without a lock held. */
    void drop();
}
