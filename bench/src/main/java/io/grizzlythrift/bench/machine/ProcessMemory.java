package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Memory and sockets of a process, as Linux tells under {@code /proc/PID}. */
public final class ProcessMemory {
    private static final int BYTES_PER_KIB = 1024;

    private final Path process;

    /**
     * Reads nothing yet.
     *
     * @param pid the process
     */
    public ProcessMemory(long pid) {
        process = Path.of("/proc", Long.toString(pid));
    }

    /**
     * The memory that the process uses now.
     *
     * @return bytes
     * @throws IOException if the system does not tell
     */
    public long residentBytes() throws IOException {
        return status("VmRSS").orElseThrow(() -> new IOException("no VmRSS in " + process));
    }

    /**
     * The most that it ever had in memory.
     *
     * @return bytes; 0 where the system does not tell
     * @throws IOException if there is no such process
     */
    public long peakBytes() throws IOException {
        return status("VmHWM").orElse(0);
    }

    private OptionalLong status(String name) throws IOException {
        try (Stream<String> lines = Files.lines(process.resolve("status"))) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KIB)
                    .findFirst();
        }
    }

    /**
     * How many of its descriptors are sockets.
     *
     * @return a count
     * @throws IOException if they cannot be listed
     */
    public long sockets() throws IOException {
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            return descriptors.filter(ProcessMemory::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}
