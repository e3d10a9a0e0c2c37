package io.grizzlythrift.internal.memory;

/** Frames whose calls wait for a thread. They can be dropped when memory runs out. */
public interface DroppableFrames {
    /** {@return how many bytes the frames use, always the same value} */
    long bytes();

    /** Drops the calls that no thread has started. Called at most once, by any thread, while no lock is held. */
    void drop();
}
