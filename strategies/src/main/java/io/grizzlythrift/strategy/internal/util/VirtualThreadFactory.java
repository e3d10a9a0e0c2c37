package io.grizzlythrift.strategy.internal.util;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** Creates virtual threads where the JDK has them: by reflection, because this class is compiled for Java 17. */
public final class VirtualThreadFactory {
    /** The first JDK with virtual threads. */
    public static final int FIRST_VERSION = 21;

    private VirtualThreadFactory() {}

    /** {@return whether this JDK has virtual threads} */
    public static boolean isSupported() {
        return Runtime.version().feature() >= FIRST_VERSION;
    }

    /**
     * Returns a factory of unstarted threads.
     *
     * @param prefix the prefix of thread names, followed by 1, 2, ...
     * @throws UnsupportedOperationException if the JDK is too old
     */
    public static ThreadFactory named(String prefix) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Method name = type.getMethod("name", String.class, long.class);
            return (ThreadFactory) type.getMethod("factory").invoke(name.invoke(builder, prefix, 1L));
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("this JDK has no virtual threads", e);
        }
    }
}
