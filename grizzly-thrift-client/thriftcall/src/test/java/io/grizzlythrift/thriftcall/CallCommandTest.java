package io.grizzlythrift.thriftcall;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.thrift.server.TNonblockingServer;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Calls servers of this library, of libthrift, and some that misbehave. */
@Test(timeOut = 60_000)
public class CallCommandTest {
    private static final String IDL = "../../samples/calculator/src/main/thrift/calculator.thrift";
    private static final String WORK = "{\"logid\": 1, \"w\": {\"num1\": 7, \"num2\": 0, \"op\": \"%s\"}}";
    private static final String PATIENCE = "2m";

    private ThriftServer server;

    private static ThriftServerBuilder builder() {
        return ThriftServer.builder()
                .name(UniqueName.of("thriftcall"))
                .listen("127.0.0.1", 0)
                .limits(PatientLimits.builder().build())
                .processor(new Calculator.Processor<>(new CalculatorHandler()));
    }

    @BeforeClass
    void start() {
        server = builder()
                .service("second", new Calculator.Processor<>(new CalculatorHandler()))
                .build()
                .start();
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private String address() {
        return "127.0.0.1:" + server.port();
    }

    private static Run call(String address, String method, String json, String... options) {
        List<String> words = new ArrayList<>(
                List.of("call", "--idl", IDL, "--timeout", PATIENCE, "-o", "json", address, method, json));
        words.addAll(List.of(options));
        return Run.of(words.toArray(String[]::new));
    }

    @DataProvider
    static Object[][] wires() {
        return new Object[][] {
            {"framed", "binary"},
            {"framed", "compact"},
            {"unframed", "binary"},
            {"unframed", "compact"},
            {"header", "binary"},
            {"header", "compact"},
        };
    }

    @Test(dataProvider = "wires")
    void eachDialectAndProtocol(String dialect, String protocol) {
        String[] wire = {"--dialect", dialect, "--protocol", protocol};

        assertEquals(
                call(address(), "Calculator.add", "{\"num1\": 1, \"num2\": 2}", wire)
                        .succeeded()
                        .out(),
                "3\n");
        assertEquals(
                call(address(), "calculate", WORK.formatted("ADD"), wire)
                        .succeeded()
                        .out(),
                "7\n");
        Run thrown = call(address(), "calculate", WORK.formatted("DIVIDE"), wire)
                .failed(ExitCode.DECLARED_EXCEPTION, "Calculator.calculate threw InvalidOperation");
        assertEquals(
                thrown.out(), "{\"exception\":\"InvalidOperation\",\"value\":{\"whatOp\":4,\"why\":\"/ by zero\"}}\n");
        assertEquals(call(address(), "ping", "{}", wire).succeeded().out(), "null\n");
        assertEquals(call(address(), "zip", "{}", wire).succeeded().out(), "null\n");
    }

    @Test
    void jsonIsAProtocolToo() {
        try (ThriftServer json = builder().protocol(ThriftProtocol.JSON).build().start()) {
            String address = "127.0.0.1:" + json.port();

            assertEquals(
                    call(address, "calculate", WORK.formatted("ADD"), "--protocol", "json")
                            .succeeded()
                            .out(),
                    "7\n");
            call(address, "add", "{}", "--protocol", "binary").failed(ExitCode.PROTOCOL_ERROR, "--protocol");
        }
    }

    @DataProvider
    static Object[][] libthrift() {
        return new Object[][] {{"framed"}, {"unframed"}};
    }

    @Test(dataProvider = "libthrift")
    void serversOfLibthrift(String dialect) throws Exception {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Calculator.Processor<CalculatorHandler> processor = new Calculator.Processor<>(new CalculatorHandler());
        int port;
        TServer other;
        if (dialect.equals("framed")) {
            TNonblockingServerSocket socket = new TNonblockingServerSocket(loopback);
            port = socket.getPort();
            other = new TNonblockingServer(new TNonblockingServer.Args(socket).processor(processor));
        } else {
            TServerSocket socket = new TServerSocket(loopback);
            port = socket.getServerSocket().getLocalPort();
            other = new TThreadPoolServer(new TThreadPoolServer.Args(socket).processor(processor));
        }
        Thread thread = new Thread(other::serve, "libthrift-" + dialect);
        thread.setDaemon(true);
        thread.start();

        String address = "127.0.0.1:" + port;
        assertEquals(
                call(address, "calculate", WORK.formatted("ADD"), "--dialect", dialect)
                        .succeeded()
                        .out(),
                "7\n");
        call(address, "calculate", WORK.formatted("DIVIDE"), "--dialect", dialect)
                .failed(ExitCode.DECLARED_EXCEPTION, "InvalidOperation");
        assertTrue(Run.of("health", address, "--dialect", dialect, "-o", "text")
                .succeeded()
                .out()
                .contains("healthy"));
        other.stop();
    }

    @Test
    void resultsAreReadableOnATerminal() {
        call(address(), "calculate", WORK.formatted("ADD")).succeeded();

        Run run = call(address(), "getStruct", "{\"key\": 1}", "-o", "text", "--color", "always")
                .succeeded();

        assertEquals(run.out(), """
                {
                  \u001b[34m"key"\u001b[0m: \u001b[36m1\u001b[0m,
                  \u001b[34m"value"\u001b[0m: \u001b[32m"7"\u001b[0m
                }
                """);
    }

    @Test
    void argumentsComeFromAFile() throws IOException {
        Path file = Files.createTempFile("arguments", ".json");
        Files.writeString(file, "{\"num1\": 20,\n \"num2\": 22}");

        Run run = Run.of("call", "--idl", IDL, address(), "add", "-d", "@" + file, "--timeout", PATIENCE)
                .succeeded();

        assertEquals(run.out(), "42\n");
        Files.delete(file);
    }

    @Test
    void argumentsThatDoNotFit() {
        call(address(), "add", "{\"num1\": \"one\"}").failed(ExitCode.USAGE, "thriftcall: $.num1: is the string");
        call(address(), "add", "{\"number\": 1}").failed(ExitCode.USAGE, "$.number");
        call(address(), "add", "{").failed(ExitCode.USAGE, "$");
    }

    @Test
    void servicesByName() {
        assertEquals(
                call(address(), "add", "{\"num1\": 1}", "--multiplexed", "second")
                        .succeeded()
                        .out(),
                "1\n");
        call(address(), "add", "{}", "--multiplexed", "third").failed(ExitCode.SERVER_ERROR, "third");
    }

    @Test
    void aServerDescribesItsServices() {
        try (ThriftServer open = builder()
                .service("second", new Calculator.Processor<>(new CalculatorHandler()))
                .reflection(true)
                .build()
                .start()) {
            String address = "127.0.0.1:" + open.port();
            String all = Run.of("list", address, "--timeout", PATIENCE, "-o", "json")
                    .succeeded()
                    .out();
            assertTrue(all.contains("\"Calculator.calculate\""), all);
            assertTrue(all.contains("\"second.calculate\""), all);
            for (String method : new String[] {"Calculator.add", "second.add"}) {
                Run run = Run.of("call", address, method, "{\"num1\": 3}", "--timeout", PATIENCE);
                assertEquals(run.succeeded().out(), "3\n");
            }
            assertTrue(Run.of("describe", address, "Work", "--timeout", PATIENCE, "-o", "text")
                    .succeeded()
                    .out()
                    .contains("3: Operation op"));
        }
        Run.of("list", address(), "--timeout", PATIENCE)
                .failed(ExitCode.SERVER_ERROR, "does not describe its services", "--idl FILE");
    }

    @Test
    void manyCallsFromLines() throws IOException {
        Path file = Files.createTempFile("lines", ".jsonl");
        String lines = IntStream.rangeClosed(1, 200)
                .mapToObj(i -> i == 100
                        ? WORK.formatted("DIVIDE")
                        : i == 150 ? "no json" : WORK.formatted("ADD").replace("7", Integer.toString(i)))
                .collect(Collectors.joining("\n"));
        Files.writeString(file, lines + "\n\n");

        Run run = Run.of(
                "call",
                "--idl",
                IDL,
                address(),
                "calculate",
                "--lines",
                file.toString(),
                "--concurrency",
                "20",
                "--timeout",
                PATIENCE);

        assertTrue(run.code() == ExitCode.DECLARED_EXCEPTION.number() || run.code() == ExitCode.USAGE.number());
        List<String> replies = run.out().lines().toList();
        assertEquals(replies.size(), 200);
        assertTrue(replies.contains("{\"line\":42,\"result\":42}"));
        assertTrue(replies.contains("{\"line\":100,\"exception\":\"InvalidOperation\","
                + "\"value\":{\"whatOp\":4,\"why\":\"/ by zero\"}}"));
        assertTrue(replies.stream().anyMatch(line -> line.startsWith("{\"line\":150,\"error\":\"usage\",")));
        assertTrue(run.err().startsWith("200 calls in "), run.err());
        assertTrue(run.err().contains(", 1 usage, 1 declared-exception"), run.err());
        Files.delete(file);
    }

    @Test
    void linesStopWhenTheServerIsGone() throws IOException {
        Path file = Files.createTempFile("lines", ".jsonl");
        Files.writeString(file, "{}\n".repeat(1_000));
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String[] words = {
                "call", "--idl", IDL, "127.0.0.1:" + refusing.getLocalPort(), "add", "--lines", file.toString()
            };

            Run run = Run.of(words);

            assertEquals(run.code(), ExitCode.CANNOT_CONNECT.number());
            assertEquals(run.out().lines().count(), 1);
            assertTrue(run.err().contains("stopped after line 1"), run.err());
        }
        Files.delete(file);
    }

    @Test
    void tls() throws Exception {
        Path folder = Files.createTempDirectory(UniqueName.of("tls"));
        TestAuthority authority = new TestAuthority("authority");
        Path ca = authority.writeTo(folder.resolve("ca.pem"));
        TestCertificate shown = authority.issue("EC", "127.0.0.1");
        Path chain = Files.writeString(folder.resolve("chain.pem"), shown.chainPem());
        Path key = Files.writeString(folder.resolve("key.pem"), shown.keyPem());
        TlsConfig config = TlsConfig.builder().certificate(chain, key).build();
        try (ThriftServer secure = builder().tls(config).build().start()) {
            String address = "127.0.0.1:" + secure.port();

            assertEquals(
                    call(address, "add", "{\"num1\": 1}", "--ca", ca.toString())
                            .succeeded()
                            .out(),
                    "1\n");
            call(address, "add", "{}", "--tls").failed(ExitCode.CANNOT_CONNECT, "TLS");
            call(address, "add", "{}").failed(ExitCode.PROTOCOL_ERROR, "--tls");
        }
    }

    @Test
    void deniedCalls() {
        try (ThriftServer strict =
                builder().authorizer(AccessRules.of("*: alice")).build().start()) {
            call("127.0.0.1:" + strict.port(), "add", "{}", "--header", "who=me")
                    .failed(ExitCode.DENIED);
        }
    }

    @Test
    void nothingListens() throws IOException {
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "127.0.0.1:" + refusing.getLocalPort();

            call(address, "add", "{}").failed(ExitCode.CANNOT_CONNECT, "Check that the server listens there");
            Run health = Run.of("health", address, "-o", "json");
            assertEquals(health.code(), ExitCode.CANNOT_CONNECT.number());
            assertTrue(health.out().contains("\"healthy\":false"), health.out());
        }
    }

    @DataProvider
    static Object[][] hostile() {
        byte[] garbage = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] huge = ByteBuffer.allocate(64).putInt(Integer.MAX_VALUE).array();
        byte[] negative = ByteBuffer.allocate(8).putInt(-5).array();
        HostileServer.Behavior silent = out -> {};
        return new Object[][] {
            {silent, ExitCode.TIMED_OUT, "--timeout"},
            {(HostileServer.Behavior) out -> out.write(garbage), ExitCode.PROTOCOL_ERROR, "HTTP"},
            {(HostileServer.Behavior) out -> out.write(huge), ExitCode.PROTOCOL_ERROR, "--protocol"},
            {(HostileServer.Behavior) out -> out.write(negative), ExitCode.PROTOCOL_ERROR, "frame"},
            {(HostileServer.Behavior) OutputStream::close, ExitCode.CONNECTION_LOST, "--dialect"},
        };
    }

    @Test(dataProvider = "hostile")
    void hostileServersEndWithAMessage(HostileServer.Behavior behavior, ExitCode code, String part) throws IOException {
        boolean timesOut = code == ExitCode.TIMED_OUT;
        try (HostileServer hostile = new HostileServer(behavior)) {
            call(hostile.address(), "add", "{}", "--timeout", timesOut ? "500ms" : PATIENCE)
                    .failed(code, part);
        }
    }

    @Test
    void aHugeReply() {
        call(address(), "add", "{}", "--max-frame", "10").failed(ExitCode.USAGE, "10");
        call(address(), "getStruct", "{\"key\": 3}", "--max-frame", "30")
                .failed(ExitCode.PROTOCOL_ERROR, "--max-frame");
    }

    @Test
    void healthIsWatched() {
        Run run = Run.of("health", address(), "--watch", "--interval", "1ms", "--count", "3", "-o", "json")
                .succeeded();

        assertEquals(
                run.out()
                        .lines()
                        .filter(line -> line.contains("\"healthy\":true"))
                        .count(),
                3);
        assertEquals(Run.of("health", address(), "--method", "ping").succeeded().code(), 0);
        assertEquals(Run.of("health", address(), "--method", "third:ping").code(), ExitCode.SERVER_ERROR.number());
    }

    @Test
    void eachFailureHasACode() {
        for (FailureCause cause : FailureCause.values()) {
            assertTrue(Failures.codeOf(cause) != ExitCode.OK, cause.name().toLowerCase(Locale.ROOT));
        }
        assertEquals(Failures.codeOf(FailureCause.SERVER_OVERLOADED), ExitCode.REJECTED);
    }
}
