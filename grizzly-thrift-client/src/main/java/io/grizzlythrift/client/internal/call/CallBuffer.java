package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An array with encoded calls. Once it is full and all its calls have been copied, its codec overwrites it. A call that ends
 * without having been copied prevents that: the array is then left to the garbage collector.
 *
 * <p>The codec alone adds calls. Writers of any connection report the copies: they have read the bytes before their atomic
 * addition, and the codec reads the sum before it overwrites them.
 */
public final class CallBuffer {
    private static final VarHandle COPIED =
            VarHandles.of(MethodHandles.lookup(), CallBuffer.class, "copied", int.class);

    private final byte[] array;

    /** Only for the codec. */
    private int calls;

    private volatile int copied;

    public CallBuffer(byte[] array) {
        this.array = array;
    }

    public byte[] array() {
        return array;
    }

    /** This many calls were copied, each of them for the first time. Their bytes are not read again. */
    public void copied(int count) {
        COPIED.getAndAdd(this, count);
    }

    /** {@return how many calls were copied} */
    public int copied() {
        return copied;
    }

    void add() {
        calls++;
    }

    /** {@return whether all its calls were copied} */
    boolean isFree() {
        return copied == calls;
    }

    /** Removes all calls. Called when it is free. */
    void clear() {
        calls = 0;
        copied = 0;
    }
}
