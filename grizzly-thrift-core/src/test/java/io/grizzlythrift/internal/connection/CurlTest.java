package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests curl as the client; skipped where it is not installed, unless {@code PEERS_REQUIRED=true}. */
@Test(timeOut = 120_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class CurlTest {
    private static final Requests BINARY = new Requests(ThriftProtocol.BINARY);

    @BeforeClass
    void requireCurl() throws Exception {
        try {
            run(List.of("curl", "--version"));
        } catch (IOException e) {
            if (Boolean.parseBoolean(System.getenv("PEERS_REQUIRED"))) {
                throw e;
            }
            throw new SkipException("skipped: no curl on the PATH");
        }
    }

    private static byte[] run(List<String> command) throws Exception {
        Path output = Files.createTempFile("curl", "");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (!process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("curl does not end");
            }
            assertEquals(process.exitValue(), 0, String.join(" ", command));
            return Files.readAllBytes(output);
        } finally {
            Files.delete(output);
        }
    }

    private static byte[] curl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("curl", "--silent", "--show-error", "--max-time", "30"));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private static String text(String... arguments) throws Exception {
        return new String(curl(arguments), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void callAll(String url, Path message, Path large, String... tls) throws Exception {
        List<String> more = List.of(tls);
        assertEquals(text(with(more, url + "/health/live")), "live\n");
        assertEquals(text(with(more, "--write-out", "%{http_code}", url + "/health/ready")), "ready\n200");
        assertEquals(text(with(more, "--output", "/dev/null", "--write-out", "%{http_code}", url)), "404");
        assertEquals(
                text(with(more, "--request", "PUT", "--output", "/dev/null", "--write-out", "%{http_code}", url)),
                "405");
        for (String expect : List.of("Expect:", "Expect: 100-continue")) {
            for (String length : List.of("X-Length: sent", "Transfer-Encoding: chunked")) {
                for (Path file : List.of(message, large)) {
                    byte[] reply = curl(with(
                            more,
                            "--header",
                            "Content-Type: application/x-thrift",
                            "--header",
                            expect,
                            "--header",
                            length,
                            "--data-binary",
                            "@" + file,
                            url));
                    new Reply(ThriftProtocol.BINARY, reply)
                            .assertEchoString(7, file == large ? "x".repeat(2_000_000) : "from curl");
                }
            }
        }
    }

    private static String[] with(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    public void healthAndCalls(Strategies strategy) throws Exception {
        Path directory = Files.createTempDirectory("curl");
        Path message = Files.write(directory.resolve("message"), BINARY.echoString(7, "from curl"));
        Path large = Files.write(directory.resolve("large"), BINARY.echoString(7, "x".repeat(2_000_000)));
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        Path authority = Files.writeString(directory.resolve("chain.pem"), own.chainPem());
        char[] password = "for the tests".toCharArray();
        Path store = own.writeStore(directory.resolve("own.p12"), "PKCS12", password);
        TlsConfig tls = TlsConfig.builder().keyStore(store, password).build();
        try (ThriftServer plain = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                        .http(true)
                        .build()
                        .start();
                ThriftServer encrypted = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                        .http(true)
                        .tls(tls)
                        .build()
                        .start()) {
            callAll("http://127.0.0.1:" + plain.port(), message, large);
            callAll("https://127.0.0.1:" + encrypted.port(), message, large, "--cacert", authority.toString());
        } finally {
            for (Path file : List.of(message, large, authority, store, directory)) {
                Files.delete(file);
            }
        }
    }
}
