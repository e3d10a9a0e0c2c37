package io.grizzlythrift.bench.load;

import java.util.Map;

/**
 * Where a run took place.
 *
 * @param cores processors that the JVM sees; server and client share them
 * @param processor what the system calls its processor
 * @param memoryBytes physical memory; 0 where the system does not tell
 * @param os name, version and architecture of the operating system
 * @param java vendor and version of the JVM of this process
 * @param versions of what is compared, by name
 */
public record Machine(
        int cores, String processor, long memoryBytes, String os, String java, Map<String, String> versions) {
    /** Copies the map. */
    public Machine {
        versions = Map.copyOf(versions);
    }

    /**
     * This machine.
     *
     * @return as the JVM reports it
     */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                "?",
                0,
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.name") + " " + property("java.vm.version"),
                Map.of());
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
