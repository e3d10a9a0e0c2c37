package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.SkipException;

/** A running Envoy. {@code .ci/peers} installs it. Its files are in the folder target/envoy. */
final class EnvoyProcess implements AutoCloseable {
    static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

    private static final Path INSTALLED = MODULE.resolve("../.peers/envoy").normalize();

    /** Starting takes a second, unless the machine is busy. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Pattern PORT = Pattern.compile("\"port_value\":\\s*(\\d+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private final String admin;
    private final int port;

    private EnvoyProcess(Process process, Path log, Path adminAddress) throws IOException {
        this.process = process;
        this.log = log;
        try {
            await("no admin address", () -> Files.exists(adminAddress) && Files.size(adminAddress) > 0);
            admin = Files.readString(adminAddress).strip();
            await("not ready", () -> request("GET", "/ready").statusCode() == 200);
            port = Integer.parseInt(first(PORT, get("/listeners?format=json")));
        } catch (Throwable t) {
            process.destroyForcibly();
            throw t;
        }
    }

    /** Throws, or skips the test, if Envoy is not installed. */
    static void requireInstalled() {
        if (Files.exists(INSTALLED.resolve("ready"))) {
            return;
        }
        String missing = "no Envoy in " + INSTALLED + "; .ci/peers installs it";
        boolean available = !Files.exists(INSTALLED.resolve("unavailable"));
        if (available && Boolean.parseBoolean(System.getenv("PEERS_REQUIRED"))) {
            throw new AssertionError(missing);
        }
        throw new SkipException("skipped: " + missing + (available ? "" : ", but not on this system"));
    }

    /** Starts Envoy, and returns when it listens: it has then checked the health of all servers once. */
    static EnvoyProcess start(EnvoyConfig config) throws IOException {
        requireInstalled();
        Path folder = Files.createDirectories(MODULE.resolve("target/envoy"));
        Path yaml = Files.createTempFile(folder, "envoy-", ".yaml");
        Files.writeString(yaml, config.text());
        Path log = Path.of(yaml + ".log");
        Path admin = Path.of(yaml + ".admin");
        Process process = new ProcessBuilder(
                        INSTALLED.resolve("envoy").toString(),
                        "--config-path",
                        yaml.toString(),
                        "--admin-address-path",
                        admin.toString(),
                        "--concurrency",
                        "1",
                        "--disable-hot-restart",
                        "--log-level",
                        "warning")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new EnvoyProcess(process, log, admin);
    }

    /** Returns the port for clients. */
    int port() {
        return port;
    }

    /** Returns whether Envoy considers the server on a port healthy. */
    boolean isHealthy(int serverPort) throws IOException {
        Pattern flags = Pattern.compile(":" + serverPort + "::health_flags::(.*)");
        return first(flags, get("/clusters")).equals("healthy");
    }

    /** Returns the value of a counter, which Envoy does not list before it first counts. */
    long counter(String name) throws IOException {
        Matcher value =
                Pattern.compile("(?m)^" + Pattern.quote(name) + ": (\\d+)$").matcher(get("/stats?filter=" + name));
        return value.find() ? Long.parseLong(value.group(1)) : 0;
    }

    /** Has Envoy ask clients to close their connections, in each reply. */
    void drain() throws IOException {
        assertEquals(request("POST", "/healthcheck/fail").statusCode(), 200);
    }

    /** Returns the log, for the message of a failure. */
    String failure() throws IOException {
        return "Envoy: " + Files.readString(log);
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new AssertionError("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private String get(String path) throws IOException {
        return request("GET", path).body();
    }

    /** Sends a request to the admin interface. */
    HttpResponse<String> request(String method, String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + admin + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(TIMEOUT)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void await(String failure, Await.Condition<IOException> condition) throws IOException {
        boolean holds = Await.holds(TIMEOUT, () -> !process.isAlive() || condition.holds());
        if (!holds || !process.isAlive()) {
            throw new AssertionError(failure + "; " + failure());
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** Ends Envoy at once. Does nothing the second time. */
    void stop() {
        process.destroyForcibly().onExit().join();
    }
}
