package io.grizzlythrift.bench.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What Linux tells of a process under {@code /proc/PID}. */
final class ProcessMemory {
    private static final int BYTES_PER_KIB = 1024;

    private final Path process;

    ProcessMemory(long pid) {
        process = Path.of("/proc", Long.toString(pid));
    }

    /** {@code VmRSS}. */
    long residentBytes() throws IOException {
        Path status = process.resolve("status");
        try (Stream<String> lines = Files.lines(status)) {
            String resident = lines.filter(line -> line.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no VmRSS in " + status));
            return Long.parseLong(resident.replaceAll("\\D", "")) * BYTES_PER_KIB;
        }
    }

    /** How many of its descriptors are sockets. */
    long sockets() throws IOException {
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
