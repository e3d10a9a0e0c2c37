package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.internal.io.ClientThread;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.internal.util.ObjectPool;
import java.util.function.Supplier;

/**
 * A small pool of idle codecs. They are not kept per thread: callers may be thousands of short-lived or virtual
 * threads, and the client leaves nothing in their thread locals. Only a thread of the client that handles replies keeps one for
 * the calls of callbacks. Thread-safe: the {@link ObjectPool} hands a codec to one thread at a time.
 */
public final class CodecPool {
    /** The maximum number of idle codecs, besides one for each selector thread. */
    static final int MAX_IDLE = 64;

    private final ObjectPool<CallCodec> idle = new ObjectPool<>(MAX_IDLE);
    private final ClientThreads threads;
    private final Supplier<CallCodec> factory;

    public CodecPool(ClientThreads threads, Supplier<CallCodec> factory) {
        this.threads = threads;
        this.factory = factory;
    }

    public CallCodec take() {
        ClientThread thread = ClientThread.handlingRepliesOf(threads);
        CallCodec codec = thread == null ? null : (CallCodec) thread.takeCodec();
        if (codec == null) {
            codec = idle.take();
        }
        return codec != null ? codec : factory.get();
    }

    /** Returns a codec. If the pool is full, it is left to the garbage collector. */
    public void giveBack(CallCodec codec) {
        codec.release();
        if (codec.isStale() || !keep(codec)) {
            codec.close();
        }
    }

    private boolean keep(CallCodec codec) {
        ClientThread thread = ClientThread.handlingRepliesOf(threads);
        return (thread != null && thread.keepCodec(codec)) || idle.offer(codec);
    }
}
