package io.grizzlythrift.strategy.internal.threads;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private static final AtomicBoolean FORGOTTEN = new AtomicBoolean();

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
        if (FORGOTTEN.compareAndSet(false, true)) {
            forgetStack(CloseReason.LOCALLY_CLOSED_REASON.getCause());
            forgetStack(CloseReason.REMOTELY_CLOSED_REASON.getCause());
        }
    }

    /**
     * Initializes classes, and all that are nested in them, anonymous ones included. Code that uses them then runs although
     * their class loader is closed, as a container does that to an application whose deployment fails.
     *
     * @param loader knows the classes
     * @param names as in {@link Class#getName()}; one that does not exist, or that this JVM cannot load, is skipped
     */
    public static void withNested(ClassLoader loader, String... names) {
        for (String name : names) {
            find(name, loader).ifPresent(EarlyInitialization::initializeWithNested);
        }
    }

    /** Initializes classes as {@link #withNested(ClassLoader, String...)} does. */
    public static void withNested(Class<?>... classes) {
        for (Class<?> type : classes) {
            initialize(type);
            initializeWithNested(type);
        }
    }

    private static void initializeWithNested(Class<?> type) {
        withNested(type.getDeclaredClasses());
        int number = 1;
        while (find(type.getName() + "$" + number, type.getClassLoader()).isPresent()) {
            number++;
        }
    }

    /**
     * Initializes a class that only some versions of a library have. If two versions are on the class path, the one behind may
     * contribute a class that does not fit: it may be compiled for a newer JVM, and nothing uses it.
     */
    private static Optional<Class<?>> find(String name, ClassLoader loader) {
        try {
            return Optional.of(Class.forName(name, true, loader));
        } catch (ExceptionInInitializerError e) {
            throw e;
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * Fills in the stack of an exception that Grizzly keeps for as long as it is loaded, on a thread that runs code of the JDK
     * alone: not even a lambda, which is a class of this library. An exception refers to the classes that were running when it
     * was created, even if it has no stack to show. If applications share Grizzly, the first one would never be unloaded.
     */
    private static void forgetStack(Throwable kept) {
        StackTraceElement[] shown = kept.getStackTrace();
        Thread current = Thread.currentThread();
        ClassLoader context = current.getContextClassLoader();
        Thread thread;
        current.setContextClassLoader(null); // it would be the loader of the proxy
        try {
            Runnable refill = MethodHandleProxies.asInterfaceInstance(
                    Runnable.class,
                    MethodHandles.publicLookup()
                            .bind(kept, "fillInStackTrace", MethodType.methodType(Throwable.class))
                            .asType(MethodType.methodType(void.class)));
            thread = new Thread(refill, "grizzly-thrift-initialization");
            thread.start();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Throwable.fillInStackTrace", e);
        } finally {
            current.setContextClassLoader(context);
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            current.interrupt();
        }
        kept.setStackTrace(shown);
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
