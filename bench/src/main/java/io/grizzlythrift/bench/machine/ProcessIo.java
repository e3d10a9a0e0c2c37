package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The system calls of a process up to a moment, as Linux counts them in {@code /proc/PID/io}. Only reads and writes of
 * files and channels count, which Java's sockets also use; those that wake up a selector are among them.
 *
 * @param reads calls that read
 * @param writes calls that write
 */
public record ProcessIo(long reads, long writes) {
    /** Reads the counters now; empty if there is no such process, or the kernel does not report them. */
    public static Optional<ProcessIo> of(long pid) {
        try {
            String counters = Files.readString(Path.of("/proc", Long.toString(pid), "io"));
            return Optional.of(new ProcessIo(counter("syscr: ", counters), counter("syscw: ", counters)));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    private static long counter(String name, String counters) throws IOException {
        return counters.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow(() -> new IOException("no " + name));
    }
}
