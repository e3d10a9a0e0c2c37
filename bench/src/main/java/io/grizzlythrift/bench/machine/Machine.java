package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The machine of a run.
 *
 * @param cores processors that the JVM sees; server and client share them
 * @param processor name of the processor on Linux; elsewhere its architecture
 * @param memoryBytes physical memory; 0 if the system does not report it
 * @param os name, version and architecture of the operating system
 * @param java vendor and version of the JVM of this process
 * @param governor frequency governors of the cores; {@code none} if the system has none, as in most virtual machines
 * @param commit commit from which this process was built, with {@code -dirty} if its sources were changed
 * @param versions versions of this project and its libraries, such as grizzly, libthrift and netty, by name
 */
public record Machine(
        int cores,
        String processor,
        long memoryBytes,
        String os,
        String java,
        String governor,
        String commit,
        Map<String, String> versions) {
    /** What older results lack. */
    public static final String NOT_RECORDED = "not recorded";

    private static final Path CORES = Path.of("/sys/devices/system/cpu");

    /** Copies the map and sorts it, so that equal machines give equal files. */
    public Machine {
        governor = Objects.requireNonNullElse(governor, NOT_RECORDED);
        commit = Objects.requireNonNullElse(commit, NOT_RECORDED);
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }

    /**
     * Returns this machine.
     *
     * @return the machine as the JVM and Linux report it
     */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processor(lines("cpuinfo")).orElseGet(() -> property("os.arch")),
                memoryBytes(lines("meminfo")),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.name") + " " + property("java.vm.version"),
                governor(CORES),
                Versions.commit(),
                Versions.ofBuild());
    }

    /** Returns the different governors of the cores in a folder of {@code /sys}. */
    static String governor(Path cores) {
        Set<String> governors = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(cores, "cpu[0-9]*")) {
            for (Path core : all) {
                Path governor = core.resolve("cpufreq/scaling_governor");
                if (Files.exists(governor)) {
                    governors.add(Files.readString(governor).strip());
                }
            }
        } catch (IOException absent) {
            // No Linux, or no frequency control.
        }
        return governors.isEmpty() ? "none" : String.join(", ", governors);
    }

    /** Returns the processor's name from {@code /proc/cpuinfo}; empty on architectures that do not list it. */
    static Optional<String> processor(List<String> cpuinfo) {
        return cpuinfo.stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    /** Returns the physical memory from {@code /proc/meminfo}; 0 if it is not listed. */
    static long memoryBytes(List<String> meminfo) {
        return meminfo.stream()
                .filter(line -> line.matches("MemTotal:\\s+\\d{1,15} kB"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    /** Returns the lines of a file in {@code /proc}; none if the system does not have it. */
    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of("/proc", file));
        } catch (IOException absent) {
            return List.of();
        }
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
