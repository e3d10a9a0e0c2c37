package io.grizzlythrift.thriftcall;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.security.PlainVerifier;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.ClientCertificates;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TServerSocket;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Calls servers that want to know who calls: of this library, and of libthrift. */
@Test(timeOut = 60_000)
public class SecureCallTest {
    private static final String IDL = "../../samples/calculator/src/main/thrift/calculator.thrift";
    private static final String HOST = "127.0.0.1";
    private static final String USER = "alice";
    private static final String PASSWORD = "correct horse";

    private Path right;
    private Path wrong;
    private Path ca;
    private Path chain;
    private Path key;
    private Path stranger;

    @BeforeClass
    void writeFiles() throws Exception {
        Path folder = Files.createTempDirectory(UniqueName.of("secure"));
        right = Files.writeString(folder.resolve("right.txt"), PASSWORD + "\n");
        wrong = Files.writeString(folder.resolve("wrong.txt"), "wrong\n");
        TestAuthority authority = new TestAuthority("authority");
        ca = authority.writeTo(folder.resolve("ca.pem"));
        TestCertificate shown = authority.issue("EC", HOST);
        chain = Files.writeString(folder.resolve("chain.pem"), shown.chainPem());
        key = Files.writeString(folder.resolve("key.pem"), shown.keyPem());
        TestCertificate other = new TestAuthority("other").issue("EC", HOST);
        stranger = Files.writeString(folder.resolve("stranger.pem"), other.chainPem() + other.keyPem());
    }

    private static ThriftServerBuilder builder() {
        return ThriftServer.builder()
                .name(UniqueName.of("secure"))
                .listen(HOST, 0)
                .limits(PatientLimits.builder().build())
                .processor(new Calculator.Processor<>(new CalculatorHandler()));
    }

    private static SaslConfig.Builder sasl() {
        return SaslConfig.builder()
                .required(true)
                .mechanism(SaslMechanism.plain(PlainVerifier.of((user, password) ->
                        user.equals(USER) && String.valueOf(password).equals(PASSWORD))))
                .mechanism(SaslMechanism.digestMd5(
                        "thrift",
                        HOST,
                        (user, realm) -> user.equals(USER) ? Optional.of(PASSWORD.toCharArray()) : Optional.empty()));
    }

    private static Run add(int port, Object... options) {
        List<String> words = new ArrayList<>(List.of(
                "call", HOST + ":" + port, "add", "{\"num1\": 40, \"num2\": 2}", "--idl", IDL, "--timeout", "2m"));
        for (Object each : options) {
            words.add(each.toString());
        }
        return Run.of(words.toArray(String[]::new));
    }

    private static void assertCalls(int port, Object... options) {
        assertEquals(add(port, options).succeeded().out(), "42\n");
    }

    @Test
    void clientCertificates() {
        TlsConfig config = TlsConfig.builder()
                .certificate(chain, key)
                .trust(ca)
                .clientCertificates(ClientCertificates.NEEDED)
                .build();
        try (ThriftServer server = builder().tls(config).build().start()) {
            assertCalls(server.port(), "--ca", ca, "--cert", chain, "--key", key);
            add(server.port(), "--ca", ca).failed(ExitCode.CONNECTION_LOST);
            add(server.port(), "--ca", ca, "--cert", stranger, "--key", stranger)
                    .failed(ExitCode.CONNECTION_LOST);
        }
    }

    /** The password is protected by TLS, by the digest, or, if the user insists, not at all. */
    @Test
    void passwords() {
        TlsConfig tls = TlsConfig.builder().certificate(chain, key).build();
        try (ThriftServer server =
                builder().tls(tls).sasl(sasl().build()).build().start()) {
            assertCalls(server.port(), "--ca", ca, "--sasl", "plain", "--user", USER, "--password-file", right);
            add(server.port(), "--ca", ca, "--sasl", "plain", "--user", USER, "--password-file", wrong)
                    .failed(ExitCode.DENIED, "--user and the password");
        }
        SaslConfig plain = sasl().allowWithoutTls(SaslMechanism.PLAIN).build();
        try (ThriftServer server = builder().sasl(plain).build().start()) {
            assertCalls(server.port(), "--sasl", "digest-md5", "--user", USER, "--password-file", right);
            add(server.port(), "--sasl", "digest-md5", "--user", USER, "--password-file", wrong)
                    .failed(ExitCode.DENIED);
            add(server.port(), "--sasl", "plain", "--user", USER, "--password-file", right)
                    .failed(ExitCode.USAGE, "--allow-plain-without-tls");
            assertCalls(
                    server.port(),
                    "--sasl",
                    "plain",
                    "--user",
                    USER,
                    "--password-file",
                    right,
                    "--allow-plain-without-tls");
        }
    }

    /** Libthrift's server has the mechanisms of the JDK, which has no PLAIN for servers. */
    @Test
    void passwordsOfLibthriftsServer() throws Exception {
        TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .transportFactory(new TSaslServerTransport.Factory(
                        SaslMechanism.DIGEST_MD5, "thrift", HOST, Map.of(), SecureCallTest::answer)));
        Thread thread = new Thread(server::serve, "libthrift");
        thread.start();
        try {
            int port = socket.getServerSocket().getLocalPort();
            assertCalls(port, "--sasl", "digest-md5", "--user", USER, "--password-file", right);
            add(port, "--sasl", "digest-md5", "--user", USER, "--password-file", wrong)
                    .failed(ExitCode.DENIED);
        } finally {
            server.stop();
            thread.join();
        }
    }

    /** The mechanism compares the passwords. */
    private static void answer(Callback[] callbacks) throws IOException {
        for (Callback each : callbacks) {
            if (each instanceof NameCallback name) {
                name.setName(name.getDefaultName());
            } else if (each instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            } else if (each instanceof PasswordCallback password) {
                password.setPassword(PASSWORD.toCharArray());
            } else if (each instanceof AuthorizeCallback authorize) {
                authorize.setAuthorized(authorize.getAuthenticationID().equals(USER));
            }
        }
    }
}
