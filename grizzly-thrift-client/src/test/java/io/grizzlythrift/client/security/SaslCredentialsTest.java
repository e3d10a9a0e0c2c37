package io.grizzlythrift.client.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.security.auth.Subject;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the options of credentials, and with which options of a client they fit. */
public class SaslCredentialsTest {
    private static SaslCredentials.Builder plain() {
        return SaslCredentials.plain("alice", "secret"::toCharArray);
    }

    private static SaslCredentials.Builder digest() {
        return SaslCredentials.digestMd5("alice", "secret"::toCharArray);
    }

    private static ThriftClientBuilder client() {
        return ThriftClient.builder().endpoint(TestServer.HOST, 1);
    }

    @DataProvider
    static Object[][] refused() {
        return new Object[][] {
            {"user is blank", (ThrowingRunnable) () -> SaslCredentials.plain(" ", "secret"::toCharArray)},
            {"principal is blank", (ThrowingRunnable) () -> SaslCredentials.kerberosKeytab("", Path.of("keytab"))},
            {"mechanism is 'plain'", (ThrowingRunnable) () -> SaslCredentials.mechanism("plain", callbacks -> {})},
            {"service is blank", (ThrowingRunnable) () -> digest().service(" ")},
            {"serverName is blank", (ThrowingRunnable) () -> digest().serverName("")},
            {"realm is blank", (ThrowingRunnable) () -> digest().realm("")},
            {"realm is for DIGEST-MD5, but mechanism is PLAIN", (ThrowingRunnable) () -> plain().realm("r")},
            {"authorizationId is blank", (ThrowingRunnable) () -> digest().authorizationId(" ")},
            {
                "qualityOfProtection has AUTH twice",
                (ThrowingRunnable)
                        () -> digest().qualityOfProtection(QualityOfProtection.AUTH, QualityOfProtection.AUTH)
            },
            {
                "qualityOfProtection is [AUTH_INT], must have AUTH: PLAIN has no other",
                (ThrowingRunnable) () -> plain().qualityOfProtection(QualityOfProtection.AUTH_INT)
            },
            {
                "sasl is SaslCredentials[PLAIN, user=alice",
                (ThrowingRunnable) () -> ClientConfigs.of(client().sasl(plain().build()))
            },
            {
                "protocol is ",
                (ThrowingRunnable) () ->
                        ClientConfigs.of(client().protocol(ThriftProtocol.JSON).sasl(digest().build()))
            },
        };
    }

    @Test(dataProvider = "refused")
    public void refused(String reason, ThrowingRunnable use) {
        String message = expectThrows(IllegalArgumentException.class, use).getMessage();
        assertTrue(message.startsWith(reason), message);
    }

    @Test
    public void plainIsAllowedWithinTlsOrByName() {
        SaslCredentials byName = plain().allowPlainWithoutTls().build();
        assertSame(ClientConfigs.of(client().sasl(byName)).sasl().orElseThrow(), byName);
        SaslCredentials withinTls = plain().build();
        assertFalse(withinTls.isAllowedWithoutTls());
        ClientConfigs.of(client().tls(TlsConfig.builder().build()).sasl(withinTls));
    }

    @Test
    public void allOptions() {
        SaslCredentials credentials = digest().service("hive")
                .serverName("node1")
                .realm("EXAMPLE")
                .authorizationId("bob")
                .qualityOfProtection(QualityOfProtection.AUTH_CONF, QualityOfProtection.AUTH_INT)
                .build();
        assertEquals(credentials.mechanism(), SaslCredentials.DIGEST_MD5);
        assertEquals(credentials.user(), Optional.of("alice"));
        assertEquals(
                credentials.qualitiesOfProtection(),
                List.of(QualityOfProtection.AUTH_CONF, QualityOfProtection.AUTH_INT));
        assertTrue(credentials.isAllowedWithoutTls());
        assertEquals(
                credentials.toString(),
                "SaslCredentials[DIGEST-MD5, user=alice, realm=EXAMPLE, authorizationId=bob, service=hive, "
                        + "serverName=node1, qualityOfProtection=[AUTH_CONF, AUTH_INT]]");
    }

    @Test
    public void kerberos() {
        Subject subject = new Subject();
        assertSame(SaslCredentials.kerberosSubject(subject).build().subject().orElseThrow(), subject);
        assertEquals(
                SaslCredentials.kerberosTicketCache(Path.of("cache")).build().ticketCache(),
                Optional.of(Path.of("cache")));
        assertEquals(
                SaslCredentials.kerberosTicketCache().build().toString(),
                "SaslCredentials[GSSAPI, service=thrift, qualityOfProtection=[AUTH]]");
        assertEquals(SaslCredentials.external().build().mechanism(), SaslCredentials.EXTERNAL);
    }
}
