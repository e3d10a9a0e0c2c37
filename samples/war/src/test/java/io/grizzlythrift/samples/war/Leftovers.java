package io.grizzlythrift.samples.war;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What applications have left in the process of a container.
 *
 * @param loaders the class loaders of web applications
 * @param classes the loaded classes of this project, each counted once for each class loader that has an instance of it
 * @param threads the names of the threads of this project, separated by commas
 * @param mbeans the MBeans of this project
 * @param allThreads all threads of the process
 * @param directBytes the memory of direct buffers
 */
record Leftovers(long loaders, long classes, String threads, int mbeans, int allThreads, long directBytes) {
    private static final Pattern LINE = Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*$");
    private static final List<String> LOADERS = List.of(
            "org.glassfish.web.loader.WebappClassLoader", "org.apache.catalina.loader.ParallelWebappClassLoader");

    /** Collects garbage first: a histogram of the heap has live objects only. */
    static Leftovers inThisProcess() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        Matcher lines = LINE.matcher((String) beans.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()}));
        long loaders = 0;
        long classes = 0;
        while (lines.find()) {
            if (LOADERS.contains(lines.group(2))) {
                loaders += Long.parseLong(lines.group(1));
            }
            if (lines.group(2).startsWith("io.grizzlythrift.")
                    && !lines.group(2).startsWith(Leftovers.class.getPackageName())) {
                classes++;
            }
        }
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("calculator"))
                .sorted()
                .toList();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return new Leftovers(
                loaders,
                classes,
                String.join(",", threads).replace(' ', '_'),
                beans.queryNames(new ObjectName("io.grizzlythrift:*"), null).size(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                direct);
    }

    /** Returns whether no thread and no MBean of an application is left. */
    boolean nothingRuns() {
        return threads.isEmpty() && mbeans == 0;
    }

    /** Reads what {@link #toString} has written. */
    static Leftovers parse(String text) {
        Map<String, String> values = Pattern.compile(" ")
                .splitAsStream(text)
                .map(value -> value.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (one, other) -> one, TreeMap::new));
        return new Leftovers(
                Long.parseLong(values.get("loaders")),
                Long.parseLong(values.get("classes")),
                values.get("threads"),
                Integer.parseInt(values.get("mbeans")),
                Integer.parseInt(values.get("allThreads")),
                Long.parseLong(values.get("directBytes")));
    }

    @Override
    public String toString() {
        return "loaders=" + loaders + " classes=" + classes + " threads=" + threads + " mbeans=" + mbeans
                + " allThreads=" + allThreads + " directBytes=" + directBytes;
    }
}
