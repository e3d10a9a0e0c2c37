package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Apache Thrift's TNonblockingServer for C++, in a separate process that ends with this one. It serves only echo, on its
 * I/O threads: it has no thread manager, because handing such a call to another thread costs more than the call. {@code
 * src/main/cpp/Makefile} builds its program, with optimization.
 */
public final class CppServer implements BenchServer {
    /** The environment variable that names the program. */
    public static final String VARIABLE = "BENCH_CPP_SERVER";

    private static final Path USUAL_PROGRAM = Path.of(".peers", "cpp", "nonblocking-server");
    private static final Pattern LISTENING = Pattern.compile("listening on \\S+:(\\d+)");
    private static final int START_SECONDS = 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int STOP_SECONDS = 5;

    private final ServerSettings settings;
    private Process process;

    CppServer(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the program if it exists: the one that {@value #VARIABLE} names, otherwise {@code
     * .peers/cpp/nonblocking-server} in the current folder or its parent, which is the root of the project.
     */
    public static Optional<Path> program() {
        String given = System.getenv(VARIABLE);
        Stream<Path> places = given == null
                ? Stream.of(USUAL_PROGRAM, Path.of("..").resolve(USUAL_PROGRAM))
                : Stream.of(Path.of(given));
        return places.filter(Files::isExecutable).findFirst();
    }

    /** {@return the reason why there is no C++ server on this machine; empty if there is one} */
    static Optional<String> obstacle() {
        return program().isPresent()
                ? Optional.empty()
                : Optional.of(
                        "there is no C++ server here: .ci/peers cpp builds it, and " + VARIABLE + " can name one");
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
        int port = Integer.parseInt(listening.group(1));
        awaitAllThreads(port);
        return port;
    }

    /**
     * Waits until each I/O thread has served a connection. The server assigns connections to its threads in turn,
     * listens before they have started, and closes a connection for a thread that has not.
     */
    private void awaitAllThreads(int port) throws IOException {
        Exchange probe = Exchange.of(new PreparedCall(Method.ECHO, 0, 0), settings.protocol());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        int served = 0;
        while (served < settings.ioThreads()) {
            served = isServed(port, probe) ? served + 1 : 0;
            if (served == 0) {
                if (System.nanoTime() - end > 0) {
                    throw new IOException("the server closes connections, " + START_SECONDS + " s after it listens");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private boolean isServed(int port, Exchange probe) {
        try (Socket socket = new Socket(settings.host(), port)) {
            socket.setSoTimeout(START_SECONDS * 1_000);
            socket.getOutputStream().write(probe.request());
            return Arrays.equals(socket.getInputStream().readNBytes(probe.reply().length), probe.reply());
        } catch (IOException closed) {
            return false;
        }
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
