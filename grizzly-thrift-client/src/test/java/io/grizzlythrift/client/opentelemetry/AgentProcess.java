package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.CallerThread;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A {@link LibthriftMain} under OpenTelemetry's Java agent, which logs its spans as JSON. */
final class AgentProcess implements AutoCloseable {
    /** Instrumenting takes long on a busy machine. */
    private static final int TIMEOUT_SECONDS = 240;

    private static final Map<String, String> SETTINGS = Map.of(
            "OTEL_TRACES_EXPORTER", "logging-otlp",
            "OTEL_METRICS_EXPORTER", "none",
            "OTEL_LOGS_EXPORTER", "none",
            "OTEL_BSP_SCHEDULE_DELAY", "100");

    private static final Pattern SPAN = Pattern.compile(
            "\"traceId\":\"(\\w+)\",\"spanId\":\"(\\w+)\"(?:,\"parentSpanId\":\"(\\w+)\")?[^{}]*?\"name\":\"([^\"]+)\",\"kind\":(\\d)");

    /** A span of the agent; kind 2 is SERVER, and 3 is CLIENT. */
    record AgentSpan(String traceId, String spanId, String parentSpanId, String name, int kind) {}

    private final Process process;
    private final Path log;
    private final BufferedReader out;

    private AgentProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        out = process.inputReader();
    }

    /** {@return the jar of the agent, which is a dependency in the profile soak} */
    static Optional<String> jar() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("opentelemetry-javaagent"))
                .findAny();
    }

    static AgentProcess start(String service, String... arguments) throws IOException {
        Path log = Files.createTempFile("agent-" + service, ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1", // it ends before it is warm
                "-javaagent:" + jar().orElseThrow(),
                "-Dotel.service.name=" + service,
                "-cp",
                System.getProperty("java.class.path"),
                LibthriftMain.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().putAll(SETTINGS);
        return new AgentProcess(builder.start(), log);
    }

    /** Waits for a line of output. */
    String line() throws Exception {
        String line = CallerThread.start(out::readLine).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new IllegalStateException("no line: " + Files.readString(log));
        }
        return line;
    }

    /** Ends the input, waits for the end of the process, and returns the spans that the agent logged by then. */
    List<AgentSpan> end() throws Exception {
        process.outputWriter().close();
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "it hangs");
        List<AgentSpan> spans = new ArrayList<>();
        String text = Files.readString(log);
        for (Matcher found = SPAN.matcher(text); found.find(); ) {
            spans.add(new AgentSpan(
                    found.group(1),
                    found.group(2),
                    found.group(3) == null ? "" : found.group(3),
                    found.group(4),
                    Integer.parseInt(found.group(5))));
        }
        assertTrue(!spans.isEmpty(), "no spans: " + text);
        return spans;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
