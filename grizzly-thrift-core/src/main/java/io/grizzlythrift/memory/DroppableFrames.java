package io.grizzlythrift.memory;

/** Frames whose calls wait for a thread, and that can be dropped when memory runs out. */
public interface DroppableFrames {
    /** {@return how many bytes the frames use, always the same value} */
    long bytes();

    /** Drops the calls that no thread has started. Called at most once, by any thread, without a lock held. */
    void drop();
}
