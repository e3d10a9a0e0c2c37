package io.grizzlythrift.client;

import io.grizzlythrift.frame.FrameBatch;
import java.lang.reflect.Method;

/** Batches of frames as the frame filter makes them of a read. Only the filter may, so this goes past the compiler. */
final class Batches {
    private Batches() {}

    /** A batch of one frame, which is the whole array. */
    static FrameBatch of(byte[] frame) {
        try {
            Method make = FrameBatch.class.getDeclaredMethod("of", byte[].class);
            make.setAccessible(true);
            FrameBatch batch = (FrameBatch) make.invoke(null, (Object) frame);
            Method add = FrameBatch.class.getDeclaredMethod("add", int.class, int.class);
            add.setAccessible(true);
            add.invoke(batch, 0, frame.length);
            return batch;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the batch has changed", e);
        }
    }
}
