package io.grizzlythrift.strategy.internal.threads;

import java.util.concurrent.ThreadLocalRandom;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.ProcessorExecutor;
import org.glassfish.grizzly.ProcessorResult;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.Writer;
import org.glassfish.grizzly.asyncqueue.AsyncQueue;
import org.glassfish.grizzly.asyncqueue.AsyncWriteQueueRecord;
import org.glassfish.grizzly.asyncqueue.TaskQueue;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.impl.ReadyFutureImpl;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.BuffersBuffer;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.memory.HeapBuffer;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.utils.CompletionHandlerAdapter;

/**
 * Initializes classes before they are needed. A class whose initializer throws, for example because memory is exhausted,
 * can never be used again in that JVM: every use throws a {@link NoClassDefFoundError} (Java Virtual Machine
 * Specification, 5.5). Classes that are first used while handling a failure, such as Grizzly's {@link CloseReason}, must
 * therefore be initialized earlier.
 */
public final class EarlyInitialization {
    // facts.md#a-failed-static-initializer-is-final
    private static final Class<?>[] CONNECTION_CLASSES = {
        AsyncQueue.AsyncResult.class,
        AsyncWriteQueueRecord.class,
        Buffers.class,
        BuffersBuffer.class,
        ByteBufferWrapper.class,
        CloseReason.class,
        CloseType.class,
        CompletionHandlerAdapter.class,
        FilterChainContext.class,
        HeapBuffer.class,
        ProcessorExecutor.class,
        ProcessorResult.class,
        ReadyFutureImpl.class,
        TCPNIOConnection.class,
        TaskQueue.class,
        ThreadLocalRandom.class,
        WriteResult.class,
        Writer.Reentrant.class
    };

    private static final String LONG_ADDER_CELL = "java.util.concurrent.atomic.Striped64$Cell";

    private EarlyInitialization() {}

    /**
     * Initializes the given classes, and the classes of Grizzly and the JDK that read, write and close a connection. Call
     * it when a server or client is created, on the creating thread.
     *
     * @param classes classes that may be used for the first time while a failure is handled, or that few calls use but the
     *     signatures of hot methods name
     */
    public static void of(Class<?>... classes) {
        initialize(CONNECTION_CLASSES);
        initialize(LONG_ADDER_CELL, null);
        initialize(classes);
    }

    private static void initialize(Class<?>... classes) {
        for (Class<?> type : classes) {
            initialize(type.getName(), type.getClassLoader());
        }
    }

    private static void initialize(String name, ClassLoader loader) {
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) { // a JDK without this class has nothing to initialize
            assert name.equals(LONG_ADDER_CELL) : e;
        }
    }
}
