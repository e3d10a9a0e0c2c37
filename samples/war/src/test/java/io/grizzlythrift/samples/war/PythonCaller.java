package io.grizzlythrift.samples.war;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the calls of a process with Thrift's Python library ended.
 *
 * @param results calls with a result
 * @param rejected calls that were rejected with a reply
 * @param unsent calls without a connection
 * @param unanswered calls that were sent and got no reply
 */
record PythonCaller(long results, long rejected, long unsent, long unanswered) {
    private static final Path FOLDER = Path.of("../../.peers/python");
    private static final Pattern ENDS =
            Pattern.compile("results=(\\d+) rejected=(\\d+) unsent=(\\d+) unanswered=(\\d+)");

    /** Starts a caller; empty if {@code .ci/peers} has not installed Python's library. */
    static Optional<Process> start(int port) throws IOException {
        if (!Files.exists(FOLDER.resolve("ready"))) {
            return Optional.empty();
        }
        return Optional.of(new ProcessBuilder(List.of(
                        FOLDER.resolve("bin/python").toString(), "src/test/python/caller.py", Integer.toString(port)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Ends a caller. */
    static PythonCaller end(Process process) throws IOException {
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher ends = ENDS.matcher(output);
        if (!ends.find()) {
            throw new IllegalStateException("the caller failed: " + output);
        }
        return new PythonCaller(
                Long.parseLong(ends.group(1)),
                Long.parseLong(ends.group(2)),
                Long.parseLong(ends.group(3)),
                Long.parseLong(ends.group(4)));
    }
}
