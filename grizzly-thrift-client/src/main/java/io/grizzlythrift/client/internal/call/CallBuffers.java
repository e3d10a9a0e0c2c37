package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.frame.FrameOutput;

/**
 * The arrays into which one codec encodes calls, one call after another. So a frame is not copied, and needs no array of its
 * own. An array that is nearly full is replaced: by itself if all its calls have been copied, by an earlier one of which that
 * is true, or else by a new one. Not thread-safe.
 */
final class CallBuffers {
    /** The size of an array, unless one call needs more. */
    static final int ARRAY_BYTES = FrameOutput.INITIAL_BYTES;

    /** An array with less than a quarter left is replaced. */
    static final int FULL_BYTES = ARRAY_BYTES / 4 * 3;

    /** Enough for the calls of 300 bytes that 100 callbacks start before anything is written. */
    static final int MAX_FULL = 3;

    private final FrameOutput output;

    /**
     * The buffer of the output's array; null, or one with another array, until a call has been encoded into that. Still so
     * if there was no memory for the buffer of a call.
     */
    private CallBuffer current;

    private final CallBuffer[] full = new CallBuffer[MAX_FULL];
    private int oldest;

    CallBuffers(FrameOutput output) {
        this.output = output;
    }

    /** Makes room for a call. */
    void begin() {
        if (output.size() > FULL_BYTES) {
            replace();
        }
    }

    /** A call was encoded. Returns the buffer that holds it. */
    CallBuffer end() {
        byte[] array = output.array();
        if (current == null || current.array() != array) {
            current = new CallBuffer(array);
        }
        CallBuffer holder = current;
        holder.add();
        if (array.length > ARRAY_BYTES) {
            drop();
        }
        return holder;
    }

    /** Leaves the current array to its calls if it has grown: otherwise it would be kept until small calls have filled it. */
    void dropIfLarge() {
        if (output.array().length > ARRAY_BYTES) {
            drop();
        }
    }

    private void drop() {
        output.detach();
        current = null;
    }

    private void replace() {
        CallBuffer free = exchange();
        if (free == null) {
            drop();
        } else {
            free.clear();
            output.attach(free.array());
            current = free;
        }
    }

    /** Returns a free buffer, or null, and keeps the current one if it is not free. */
    private CallBuffer exchange() {
        if (current != null && current.isFree()) {
            return current;
        }
        for (int i = 0; i < MAX_FULL; i++) {
            CallBuffer candidate = full[i];
            if (candidate != null && candidate.isFree()) {
                full[i] = current;
                return candidate;
            }
        }
        full[oldest] = current;
        oldest = (oldest + 1) % MAX_FULL;
        return null;
    }
}
