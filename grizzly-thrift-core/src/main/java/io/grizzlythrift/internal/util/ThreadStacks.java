package io.grizzlythrift.internal.util;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the innermost frames of the stacks of threads. The JVM stops all threads once for those of the platform. */
public final class ThreadStacks {
    private ThreadStacks() {}

    /** {@return the frames of each thread that is alive, the innermost first} */
    public static Map<Thread, StackTraceElement[]> of(List<Thread> threads, int frames) {
        long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
        ThreadInfo[] infos = ManagementFactory.getThreadMXBean().getThreadInfo(ids, frames);
        Map<Thread, StackTraceElement[]> stacks = new HashMap<>();
        for (int i = 0; i < infos.length; i++) {
            Thread thread = threads.get(i);
            // Without a ThreadInfo, it is virtual, or has ended.
            StackTraceElement[] stack = infos[i] == null ? innermost(thread, frames) : infos[i].getStackTrace();
            if (stack.length > 0) {
                stacks.put(thread, stack);
            }
        }
        return stacks;
    }

    private static StackTraceElement[] innermost(Thread thread, int frames) {
        StackTraceElement[] all = thread.getStackTrace();
        return all.length <= frames ? all : Arrays.copyOf(all, frames);
    }
}
