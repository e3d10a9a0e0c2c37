package io.grizzlythrift.server;

import io.grizzlythrift.inspect.ThreadsSnapshot;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the threads of a server by their names, {@code NAME-ROLE} or {@code NAME-ROLE-NUMBER}. Immutable. */
final class ThreadRoles {
    /** The roles of threads, which Grizzly follows by a suffix while a selector runs. */
    private static final Pattern ROLE = Pattern.compile(
            "(selector|worker|follower|flush-timer|timeout-monitor|selector-monitor|cancel-callbacks|metrics|console|console-access|sasl"
                    + "|shutdown|closer|drain|withdrawal|connection)(-\\d+)?( SelectorRunner)?");

    private final List<String> prefixes = new ArrayList<>();

    ThreadRoles(ThriftServerConfig config) {
        prefixes.add(config.name() + "-");
        config.service().methods().keySet().forEach(method -> prefixes.add(config.name() + "-" + method + "-"));
    }

    /** {@return all threads of the server by role, in the order of the names of the roles} */
    List<ThreadsSnapshot> threads() {
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        boolean isTimed = times.isThreadCpuTimeSupported() && times.isThreadCpuTimeEnabled();
        Map<String, ThreadsSnapshot> roles = new TreeMap<>();
        for (Thread thread : all()) {
            roleOf(thread.getName()).ifPresent(role -> {
                long nanos = isTimed ? Math.max(0, times.getThreadCpuTime(thread.getId())) : 0;
                int runnable = thread.getState() == Thread.State.RUNNABLE ? 1 : 0;
                roles.merge(role, new ThreadsSnapshot(role, 1, runnable, Duration.ofNanos(nanos)), ThreadRoles::sum);
            });
        }
        return List.copyOf(roles.values());
    }

    private static ThreadsSnapshot sum(ThreadsSnapshot one, ThreadsSnapshot other) {
        return new ThreadsSnapshot(
                one.role(),
                one.count() + other.count(),
                one.runnable() + other.runnable(),
                one.cpuTime().plus(other.cpuTime()));
    }

    private Optional<String> roleOf(String name) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                Matcher role = ROLE.matcher(name.substring(prefix.length()));
                if (role.matches()) {
                    String ofMethod = prefix.substring(prefixes.get(0).length());
                    return Optional.of(ofMethod + role.group(1));
                }
            }
        }
        return Optional.empty();
    }

    private static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root != null && root.getParent() != null) {
            root = root.getParent();
        }
        if (root == null) { // the current thread is about to end
            return List.of();
        }
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads, true);
        while (count == threads.length) { // more have started
            threads = new Thread[2 * threads.length];
            count = root.enumerate(threads, true);
        }
        return Arrays.asList(threads).subList(0, count);
    }
}
