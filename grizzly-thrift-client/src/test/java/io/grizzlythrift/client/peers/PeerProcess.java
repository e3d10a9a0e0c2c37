package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client or server program of another language. It prints one line, and explains a failure on its standard error. */
final class PeerProcess implements AutoCloseable {
    /** Interpreters start slowly on a loaded machine. */
    private static final int TIMEOUT_SECONDS = 60;

    private final String name;
    private final Process process;
    private final Path errors;

    private PeerProcess(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    /** Starts a server. It ends when it is closed, and when this process ends. */
    static PeerProcess server(PeerLanguage language, PeerConnection connection) throws IOException {
        return start(language, "server", 0, connection);
    }

    /** Starts a client, which ends by itself. */
    static PeerProcess client(PeerLanguage language, PeerConnection connection, int port) throws IOException {
        return start(language, "client", port, connection);
    }

    /** Starts a client that calls over HTTP, at the path /thrift. It ends by itself. */
    static PeerProcess httpClient(PeerLanguage language, ThriftProtocol protocol, int port) throws IOException {
        return start(language, language.httpProgram(), port, PeerConnection.overHttp(protocol));
    }

    /** Starts a client in Python that authenticates by SASL. It ends by itself. */
    static PeerProcess saslClient(ThriftProtocol protocol, int port, String mechanism) throws IOException {
        PeerConnection connection = new PeerConnection(protocol, PeerDialect.UNFRAMED, Optional.empty());
        return start(PeerLanguage.PYTHON, "sasl_client", port, connection, mechanism);
    }

    private static PeerProcess start(
            PeerLanguage language, String program, int port, PeerConnection connection, String... more)
            throws IOException {
        List<String> command = new ArrayList<>(language.command(program));
        command.add(Integer.toString(port));
        command.add(connection.protocol().name().toLowerCase(Locale.ROOT));
        command.add(String.join(",", language.leftOut(connection.protocol())));
        command.add(connection.dialect().argument());
        connection.pem().ifPresent(file -> command.add(file.toString()));
        command.addAll(List.of(more));
        Path errors = Files.createTempFile("peer-" + program, ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(language.environment());
        return new PeerProcess(language + " " + program + ", " + connection, builder.start(), errors);
    }

    /** Waits for the line with the port of the server. */
    int port() throws Exception {
        return Integer.parseInt(line());
    }

    /** Waits for the end of the client; fails with its output unless it reports success. */
    void awaitSuccess() throws Exception {
        String line = line();
        process.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertEquals(line + ", exit code " + process.exitValue(), "ok, exit code 0", failure());
    }

    private String line() throws Exception {
        BufferedReader out = process.inputReader();
        CompletableFuture<String> line = CallerThread.start(out::readLine);
        try {
            String first = line.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (first != null) {
                return first;
            }
        } catch (Exception e) {
            throw new AssertionError(failure(), e);
        }
        throw new AssertionError(failure());
    }

    /** Returns the name of the program and its standard error. */
    String failure() throws IOException {
        return name + ": " + Files.readString(errors);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.delete(errors);
    }
}
