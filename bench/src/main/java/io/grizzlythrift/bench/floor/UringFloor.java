package io.grizzlythrift.bench.floor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.Jdk;
import io.grizzlythrift.bench.server.BenchServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * io_uring by system calls, in a separate process that ends with this one. It needs {@code java.lang.foreign}, which the
 * compiler of this build does not have. So the source is a resource of this class, in the folder {@code uring}, and a newer
 * JDK compiles and runs it.
 */
final class UringFloor implements BenchServer {
    private static final int OLDEST_JDK = 22;
    private static final String PACKAGE = "uring";
    private static final String MAIN = "UringServer.java";
    private static final List<String> SOURCES =
            List.of(MAIN, "Listener.java", "Loop.java", "ReceiveBuffers.java", "Ring.java", "SystemCalls.java");
    private static final List<String> FLAGS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED");
    private static final Pattern LISTENING = Pattern.compile("listening on port (\\d+)");

    private final List<String> arguments;
    private Process process;

    UringFloor(String host, int port, int threads, CannedReplies replies) {
        arguments = List.of(
                host,
                Integer.toString(port),
                Integer.toString(threads),
                Integer.toString(replies.requestBytes()),
                Base64.getEncoder().encodeToString(replies.reply()));
    }

    @Override
    public int start() throws IOException {
        Path root = Files.createTempDirectory("bench-uring");
        List<Path> created = new ArrayList<>(List.of(root));
        try {
            Path folder = root;
            for (String name : (getClass().getPackageName() + "." + PACKAGE).split("\\.", -1)) {
                folder = Files.createDirectory(folder.resolve(name));
                created.add(folder);
            }
            for (String name : SOURCES) {
                created.add(copy(name, folder));
            }
            return start(folder.resolve(MAIN));
        } finally {
            for (int i = created.size() - 1; i >= 0; i--) {
                Files.deleteIfExists(created.get(i));
            }
        }
    }

    private static Path copy(String name, Path folder) throws IOException {
        try (InputStream source = UringFloor.class.getResourceAsStream(PACKAGE + "/" + name)) {
            Path copy = folder.resolve(name);
            Files.copy(Objects.requireNonNull(source, name), copy);
            return copy;
        }
    }

    private int start(Path source) throws IOException {
        Jdk jdk = Jdk.find(feature -> feature >= OLDEST_JDK)
                .orElseThrow(() -> new IllegalArgumentException("the ground uring needs JDK " + OLDEST_JDK
                        + " or newer, in /usr/lib/jvm or named by a variable such as JAVA_HOME_25"));
        process = new JavaCommand(
                        jdk.java().toString(), FLAGS, System.getProperty("java.class.path"), source.toString())
                .with(arguments)
                .start();
        String line = process.inputReader(UTF_8).readLine();
        String said = line == null ? "its process ended" : line;
        Matcher listening = LISTENING.matcher(said);
        if (!listening.matches()) {
            throw new IllegalArgumentException("the ground uring is not available here: " + said
                    + " (it needs Linux 6.6 or newer, and neither kernel.io_uring_disabled nor a container may forbid"
                    + " io_uring)");
        }
        return Integer.parseInt(listening.group(1));
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }
}
