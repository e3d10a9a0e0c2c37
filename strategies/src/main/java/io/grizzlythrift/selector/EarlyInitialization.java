package io.grizzlythrift.selector;

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
 * Initializes classes before they are needed. If an initializer throws, for want of memory too, its class can never be
 * used again in that JVM (Java Virtual Machine Specification, 5.5): each use is a {@link NoClassDefFoundError}. So what is
 * first used when something has failed, such as Grizzly's {@link CloseReason}, must be there before.
 */
public final class EarlyInitialization {
    private static final Class<?>[] OF_CONNECTIONS = {
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

    private static final String CELL_OF_LONG_ADDER = "java.util.concurrent.atomic.Striped64$Cell";

    private EarlyInitialization() {}

    /**
     * Initializes classes, and those of Grizzly and of the JDK that reading, writing and closing a connection use. To be
     * called where servers and clients are made, by the thread that makes them.
     *
     * @param classes those that a failure may be the first to use
     */
    public static void of(Class<?>... classes) {
        initialize(OF_CONNECTIONS);
        initialize(CELL_OF_LONG_ADDER, null);
        initialize(classes);
    }

    private static void initialize(Class<?>... classes) {
        for (Class<?> one : classes) {
            initialize(one.getName(), one.getClassLoader());
        }
    }

    private static void initialize(String name, ClassLoader loader) {
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) { // a JDK that has no such class has nothing to initialize
            assert name.equals(CELL_OF_LONG_ADDER) : e;
        }
    }
}
