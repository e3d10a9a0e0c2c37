package io.grizzlythrift.samples.war;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.SkipException;

/** A container in a process of its own. Its output goes to a file next to the reports of the tests. */
final class ContainerProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 120;

    /** What GlassFish's and Payara's manifests ask for, which only {@code java -jar} reads. */
    private static final List<String> OPENS = List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/jdk.internal.loader",
            "java.base/sun.net.www.protocol.jar",
            "java.base/sun.net.www.protocol.jrt",
            "java.base/sun.nio.ch",
            "java.base/sun.nio.fs",
            "java.logging/java.util.logging",
            "java.management/javax.management",
            "java.management/javax.management.openmbean",
            "java.management/sun.management",
            "java.naming/javax.naming.spi",
            "java.rmi/sun.rmi.transport",
            "jdk.management/com.sun.management.internal");

    /** The container could not do what it was told to do; it runs on. */
    static final class FailedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        FailedException(String message) {
            super(message);
        }
    }

    private static final Pattern RECEIVED = Pattern.compile("calculator received (\\d+) calls");

    private final Process process;
    private final BufferedWriter commands;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
    private final AtomicLong received = new AtomicLong();
    private final Semaphore reports = new Semaphore(0);
    private final Thread reader;

    /**
     * Starts a container without HTTP and waits until it runs.
     *
     * @param jar the container
     * @param port the port of the calculator
     */
    ContainerProcess(Path jar, int port) throws IOException, InterruptedException {
        this(jar, port, 0);
    }

    /**
     * Starts a container and waits until it runs.
     *
     * @param jar the container
     * @param port the port of the calculator
     * @param httpPort the port of the container, or 0
     */
    ContainerProcess(Path jar, int port, int httpPort) throws IOException, InterruptedException {
        String name = jar.getFileName().toString();
        List<String> command = new ArrayList<>(List.of(
                java(name).toString(),
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.awt.headless=true",
                "-Dcalculator.port=" + port));
        OPENS.forEach(opened -> command.add("--add-opens=" + opened + "=ALL-UNNAMED"));
        command.add("--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED");
        command.add("--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED");
        command.addAll(List.of(
                "-cp",
                ownClasses() + File.pathSeparator + jar,
                ContainerMain.class.getName(),
                name.startsWith("payara") ? "payara" : "glassfish",
                Integer.toString(httpPort)));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        commands = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
        Path log = Path.of("target", name.replace(".jar", ".log"));
        reader = new Thread(() -> read(log), "output of " + name);
        reader.setDaemon(true);
        reader.start();
        try {
            expect("started");
        } catch (FailedException e) {
            close();
            throw e;
        }
    }

    /** Skips the test if the container does not run on any JDK that is installed. */
    private static Path java(String container) throws IOException {
        int feature = container.startsWith("payara-micro-7") ? 21 : 17;
        return NewerJdk.java(feature).orElseThrow(() -> new SkipException("no JDK " + feature + " for " + container));
    }

    private static Path ownClasses() {
        return Path.of(ContainerMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    private void read(Path log) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter copy = Files.newBufferedWriter(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.write(line);
                copy.newLine();
                copy.flush();
                Matcher calls = RECEIVED.matcher(line);
                if (calls.find()) {
                    received.addAndGet(Long.parseLong(calls.group(1)));
                    reports.release();
                }
                if (line.startsWith(ContainerMain.MARK)) {
                    replies.add(line.substring(ContainerMain.MARK.length()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            replies.add("failed: the container ended; see " + log);
        }
    }

    void deploy(Path war) throws IOException, InterruptedException {
        send("deploy " + war);
        expect("deployed");
    }

    /** Undeploys an application that does not report its calls. */
    void undeployWithoutReport() throws IOException, InterruptedException {
        send("undeploy");
        expect("undeployed");
    }

    void undeploy() throws IOException, InterruptedException {
        undeployWithoutReport();
        if (!reports.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) { // the log may be late
            throw new IllegalStateException("the application did not report its calls");
        }
    }

    Leftovers leftovers() throws IOException, InterruptedException {
        send("leftovers");
        return Leftovers.parse(reply());
    }

    /** Writes the heap of the container to a file of this name in {@code target}, for a look at what refers to a leftover. */
    void dump(String name) throws IOException, InterruptedException {
        Path file = Path.of("target", name).toAbsolutePath();
        Files.deleteIfExists(file);
        send("dump " + file);
        expect("dumped");
    }

    /** Returns the calls that all deployments have received, as each reports in the log when it is undeployed. */
    long received() {
        return received.get();
    }

    private void send(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
    }

    private void expect(String expected) throws InterruptedException {
        String reply = reply();
        if (!reply.equals(expected)) {
            throw new FailedException("expected '" + expected + "': " + reply);
        }
    }

    private String reply() throws InterruptedException {
        String reply = replies.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return reply == null ? "failed: no reply in " + PATIENCE_SECONDS + " s" : reply;
    }

    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
