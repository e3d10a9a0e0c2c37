package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Memory and sockets of a process, as Linux reports them under {@code /proc/PID}. */
public final class ProcessMemory {
    private static final int BYTES_PER_KIB = 1024;

    private final Path process;

    /**
     * Creates an object for a process, without reading anything yet.
     *
     * @param pid process id
     */
    public ProcessMemory(long pid) {
        process = Path.of("/proc", Long.toString(pid));
    }

    /**
     * Returns the current resident memory.
     *
     * @return bytes
     * @throws IOException if the system does not report it
     */
    public long residentBytes() throws IOException {
        return status("VmRSS").orElseThrow(() -> new IOException("no VmRSS in " + process));
    }

    /**
     * Returns the peak of the resident memory.
     *
     * @return bytes; 0 if the system does not report it
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
     * Returns the number of file descriptors that are sockets.
     *
     * @return the number
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
