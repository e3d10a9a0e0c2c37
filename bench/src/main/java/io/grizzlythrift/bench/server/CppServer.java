package io.grizzlythrift.bench.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Apache Thrift's TNonblockingServer for C++, in a process of its own that ends with this one. Serves echo alone. Its program
 * is built by {@code src/main/cpp/Makefile}.
 */
public final class CppServer implements BenchServer {
    /** The environment variable that names the program. */
    public static final String VARIABLE = "BENCH_CPP_SERVER";

    private static final Path USUAL_PROGRAM = Path.of(".peers", "cpp", "nonblocking-server");
    private static final Pattern LISTENING = Pattern.compile("listening on \\S+:(\\d+)");
    private static final int STOP_SECONDS = 5;

    private final ServerSettings settings;
    private Process process;

    CppServer(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the program, if it is there: what {@value #VARIABLE} names, or {@code .peers/cpp/nonblocking-server} in this
     * folder or the one above, which is that of the project.
     */
    public static Optional<Path> program() {
        String given = System.getenv(VARIABLE);
        Stream<Path> places = given == null
                ? Stream.of(USUAL_PROGRAM, Path.of("..").resolve(USUAL_PROGRAM))
                : Stream.of(Path.of(given));
        return places.filter(Files::isExecutable).findFirst();
    }

    @Override
    public int start() throws IOException {
        Path program = program()
                .orElseThrow(() -> new IOException("there is no program " + USUAL_PROGRAM
                        + "; .ci/peers cpp builds it, and " + VARIABLE + " can name another one"));
        process = new ProcessBuilder(List.of(
                        program.toAbsolutePath().toString(),
                        Integer.toString(settings.port()),
                        Integer.toString(settings.ioThreads()),
                        settings.protocol().toString(),
                        Integer.toString(settings.maxFrameBytes())))
                .redirectError(Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        Matcher listening = LISTENING.matcher(line == null ? "" : line);
        if (!listening.matches()) {
            throw new IOException("the server did not start: " + program + " said " + line);
        }
        return Integer.parseInt(listening.group(1));
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        if (process == null) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
