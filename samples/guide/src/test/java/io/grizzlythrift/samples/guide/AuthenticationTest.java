package io.grizzlythrift.samples.guide;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** The proofs and the rules on the page on security do what it says. Kerberos is in {@code samples/secured}. */
@Test(timeOut = 60_000)
public class AuthenticationTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Authentication.Directory DIRECTORY = (user, password) -> CompletableFuture.supplyAsync(() -> {
        if (!new String(password).equals(user + "-secret")) {
            throw new IllegalArgumentException("wrong password");
        }
        return List.of(user.equals("ann") ? "staff" : "guests");
    });

    private static ThriftServer server(SaslMechanism mechanism, String... rules) {
        ThriftServer server = ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .sasl(SaslConfig.builder()
                        .mechanism(mechanism)
                        .allowWithoutTls(
                                mechanism.name().equals(SaslMechanism.PLAIN)
                                        ? new String[] {SaslMechanism.PLAIN}
                                        : new String[0])
                        .required(true)
                        .build())
                .authorizer(AccessRules.of(rules))
                .build();
        server.start();
        return server;
    }

    private static ThriftClient client(ThriftServer server, SaslCredentials credentials) {
        return ThriftClient.builder()
                .endpoint("127.0.0.1", server.port())
                .connectTimeout(PATIENCE)
                .callTimeout(PATIENCE)
                .sasl(credentials)
                .build();
    }

    private static SaslCredentials password(String user) {
        return SaslCredentials.plain(user, () -> (user + "-secret").toCharArray())
                .allowPlainWithoutTls()
                .build();
    }

    public void aDirectoryTellsTheGroupsOfAUser() throws Exception {
        try (ThriftServer server = server(Authentication.passwords(DIRECTORY), "add: group:staff");
                ThriftClient ann = client(server, password("ann"));
                ThriftClient bob = client(server, password("bob"))) {
            assertEquals(ann.stub(Calculator.Iface.class).add(1, 1), 2);
            CallFailedException denied = expectThrows(
                    CallFailedException.class,
                    () -> bob.stub(Calculator.Iface.class).add(1, 1));
            assertEquals(denied.failure(), FailureCause.PERMISSION_DENIED);
        }
    }

    public void aTokenIsKnownByItsSecret() throws Exception {
        SaslMechanism tokens = Authentication.delegationTokens(
                token -> token.equals("token-7") ? Optional.of("its secret".toCharArray()) : Optional.empty());
        SaslCredentials credentials = SaslCredentials.digestMd5("token-7", "its secret"::toCharArray)
                .service("calculator")
                .serverName("default")
                .build();
        try (ThriftServer server = server(tokens, "add: token-7");
                ThriftClient client = client(server, credentials)) {
            assertEquals(client.stub(Calculator.Iface.class).add(1, 1), 2);
        }
    }

    public void onlyAdminsChangeAnything() {
        Authorizer authorizer = Authorization.onlyAdminsWrite();
        Optional<Identity> admin =
                Optional.of(Identity.builder("admin@EXAMPLE.ORG", "GSSAPI").build());
        assertTrue(authorizer.authorize(admin, "", "setName").isAllowed());
        assertFalse(authorizer.authorize(Optional.empty(), "", "setName").isAllowed());
        assertTrue(authorizer.authorize(Optional.empty(), "", "getName").isAllowed());
    }
}
