package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.process.BenchJava;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.recording.CallFiles;
import io.grizzlythrift.bench.recording.RecordedCall;
import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.RunFiles;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.bench.service.jar.ServiceJars;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The user's own service, from its jar and a recorded call to a measurement. */
public final class OwnServiceTest {
    private static final String QUICK_START = "-Xmx64m -XX:TieredStopAtLevel=1";

    private Path folder;

    @BeforeMethod
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("own-service");
    }

    @AfterMethod(alwaysRun = true)
    void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /** The steps of the documentation: serve, record, load. */
    @Test(timeOut = 300_000)
    public void isServedRecordedAndLoaded() throws Exception {
        Path jar = ServiceJars.with(folder, "Handler");
        Path calls = folder.resolve("acme.calls");
        try (Children children = new Children()) {
            ServerProcess server = ServerProcess.start(
                    children, BenchJava.with(), List.of("--server=netty", "--protocol=binary", "--service-jar=" + jar));
            record(children, server.port(), calls);
            assertEquals(
                    Recording.read(calls).calls().stream()
                            .map(RecordedCall::method)
                            .toList(),
                    List.of("add", "ping"));
            CommandRun load = CommandRun.of(List.of(
                    "load",
                    "--port=" + server.port(),
                    "--calls=" + calls,
                    "--connections=2",
                    "--in-flight=3",
                    "--warmup=0s",
                    "--duration=1s"));
            assertEquals(load.exitCode(), 0, load.toString());
            assertTrue(load.out().contains("recorded calls: 2 calls of acme.calls"), load.out());
            CommandRun again = CommandRun.of("record --server-port " + server.port() + " --calls " + calls);
            again.assertRefused("--calls is " + calls + ", must be a file that does not exist yet");
        }
    }

    private static void record(Children children, int server, Path calls) throws Exception {
        Process recording = children.start(
                BenchJava.with().with(List.of("record", "--server-port=" + server, "--count=2", "--calls=" + calls)));
        try (BufferedReader out = recording.inputReader()) {
            String listening = out.readLine();
            int port = Integer.parseInt(listening.substring(listening.lastIndexOf(':') + 1));
            try (TTransport transport = new TFramedTransport(new TSocket("127.0.0.1", port))) {
                transport.open();
                BenchService.Client client =
                        new BenchService.Client(WireProtocol.BINARY.factory().getProtocol(transport));
                assertEquals(client.add(4, 2), 402, "the handler of the jar");
                client.ping();
            }
            assertEquals(out.readLine(), "2 calls in " + calls + "; next: load --calls=" + calls);
            assertEquals(recording.waitFor(), 0);
        }
    }

    /** Ctrl-C leaves the calls so far, or no file at all. */
    @Test(timeOut = 300_000)
    public void interruptedRecordingsLeaveWholeCallsOrNothing() throws Exception {
        Path calls = folder.resolve("interrupted.calls");
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, WireProtocol.BINARY, "same-thread", 1, 1, 1 << 20);
        try (Children children = new Children();
                BenchServer server = Servers.create("netty", settings)) {
            int port = server.start();
            interrupt(children, port, calls, client -> {});
            assertEquals(files(), List.of());
            interrupt(children, port, calls, client -> {
                client.add(4, 2);
                client.echo("x".repeat(100_000));
            });
            assertEquals(files(), List.of(calls));
            assertEquals(
                    Recording.read(calls).calls().stream()
                            .map(RecordedCall::method)
                            .toList(),
                    List.of("add", "echo"));
        }
    }

    private void interrupt(Children children, int server, Path calls, Calls some) throws Exception {
        Process recording =
                children.start(BenchJava.with().with(List.of("record", "--server-port=" + server, "--calls=" + calls)));
        try (BufferedReader out = recording.inputReader()) {
            String listening = out.readLine();
            int port = Integer.parseInt(listening.substring(listening.lastIndexOf(':') + 1));
            try (TTransport transport = new TFramedTransport(new TSocket("127.0.0.1", port))) {
                transport.open();
                some.make(new BenchService.Client(WireProtocol.BINARY.factory().getProtocol(transport)));
            }
            recording.destroy(); // like Ctrl-C
            recording.waitFor();
        }
    }

    private interface Calls {
        void make(BenchService.Client client) throws TException;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** One jar for all contenders. */
    @Test(timeOut = 300_000)
    public void isCompared() throws Exception {
        Path jar = ServiceJars.with(folder, "Handler", "Other");
        Path calls = folder.resolve("acme.calls");
        CallFiles.write(calls, WireProtocol.BINARY, client -> client.send_add(4, 2));
        List<String> arguments = new ArrayList<>(List.of(
                "compare",
                "--service-jar=" + jar,
                "--handler=com.acme.Other",
                "--calls=" + calls,
                "--a=--server hsha",
                "--b=--server grizzly",
                "--rounds=1",
                "--first-warmup=100ms",
                "--warmup=100ms",
                "--duration=300ms",
                "--connections=2",
                "--server-jvm=" + QUICK_START,
                "--load-jvm=" + QUICK_START,
                "--out=" + folder.resolve("results")));
        CommandRun run = CommandRun.of(arguments);
        assertEquals(run.exitCode(), 0, run.toString());
        LoadMeasurement last =
                (LoadMeasurement) RunFiles.read(folder.resolve("results")).get(1);
        assertEquals(last.load().plan().calls(), calls.toString());
        assertEquals(last.load().plan().protocol(), WireProtocol.BINARY);
        assertTrue(
                last.setup().server().contains("--handler=com.acme.Other"),
                last.setup().toString());
    }

    /** Only the loopback interface is reserved for this machine. */
    @Test(timeOut = 300_000)
    public void warnsIfOtherMachinesReachTheServer() throws Exception {
        assertFalse(firstLines("--host=127.0.0.1").contains("warning"));
        String warned = firstLines("--host=0.0.0.0");
        assertTrue(warned.startsWith("warning: --host is 0.0.0.0: other machines reach this server"), warned);
    }

    private static String firstLines(String host) throws IOException {
        try (Children children = new Children()) {
            Process server = children.start(BenchJava.with()
                    .with(List.of("serve", "--server=nonblocking", host))
                    .redirectErrorStream(true));
            StringBuilder lines = new StringBuilder();
            try (BufferedReader out = server.inputReader()) {
                String line = "";
                while (!line.contains("listening on")) {
                    line = out.readLine();
                    lines.append(line).append('\n');
                }
            }
            return lines.toString();
        }
    }

    @DataProvider
    static Object[][] badOptions() {
        return new Object[][] {
            {"serve --server netty --host 192.0.2.1", "--host is 192.0.2.1, must be an address of this machine"},
            {"serve --server netty --handler a.B", "--handler is a.B, must be left out without --service-jar"},
            {"serve --server netty --service-jar no.jar", "--service-jar is no.jar, must be a jar file or a folder"},
            {"load --port 1 --calls no.calls", "--calls is no.calls, must be a file that can be read"},
            {"load --port 1 --client netty --calls pom.xml", "--calls is pom.xml, must hold framed calls"},
            {"record --server-port 1", "--calls is missing"},
            {"record --calls x", "--server-port is missing"},
            {"record --calls x --server-port 0", "--server-port is 0, must be 1 to 65535"},
            {"record --calls x --server-port 1 --port 65536", "--port is 65536, must be 0 to 65535"},
            {"record --calls x --server-port 1 --count 0", "--count is 0, must be 1 to 100000"},
            {"record --calls x --server-port 1 --count 100001", "--count is 100001, must be 1 to 100000"},
            {"compare --a x --b y --service mapkeeper", "--calls is missing, must be a file that 'record' wrote"},
            {"matrix --preset quick --service mapkeeper", "--calls is missing, must be a file that 'record' wrote"},
        };
    }

    /** Bad options cause a one-line error and exit code 2. */
    @Test(dataProvider = "badOptions")
    public void refusesBadOptionsInOneLine(String line, String expected) {
        CommandRun.of(line).assertRefused(expected);
    }

    /** Recorded calls cannot be sent in another encoding, or through another client. */
    @Test
    public void refusesWhatTheCallsAreNotFor() throws Exception {
        Path calls = CallFiles.write(folder.resolve("x"), WireProtocol.BINARY, client -> client.send_ping());
        CommandRun.of("load --port 1 --protocol compact --calls " + calls)
                .assertRefused("--protocol is compact, must be binary, as the calls of " + calls + " are");
        CommandRun.of("load --port 1 --client tasync --calls " + calls)
                .assertRefused("--client is tasync, must be raw with --calls");
    }
}
