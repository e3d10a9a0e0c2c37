package io.grizzlythrift.bench.load;

/**
 * Where a run took place.
 *
 * @param cores processors that the JVM sees; server and client share them
 * @param os name, version and architecture of the operating system
 * @param java vendor and version of the JVM of this process
 */
public record Machine(int cores, String os, String java) {
    /**
     * This machine.
     *
     * @return as the JVM reports it
     */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.name") + " " + property("java.vm.version"));
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
