package io.grizzlythrift.client.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.TlsConfig;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests clients that find a server by another name than that of its certificate. */
@Test(timeOut = 60_000)
public final class ServerNameTest {
    private static final String NAME = "calculator.example.org";

    private static ThriftServer start(TlsFiles files) throws Exception {
        return ThriftServer.builder()
                .name(UniqueName.of("server-name"))
                .listen("127.0.0.1", 0)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .tls(files.presenting(files.authority().issue("EC", NAME)).build())
                .build()
                .start();
    }

    private static ThriftClient client(ThriftServer server, TlsConfig tls) {
        return PatientClient.builder()
                .endpoint("127.0.0.1", server.port())
                .tls(tls)
                .build();
    }

    public void theServerMayBeFoundByItsAddress() throws Exception {
        try (TlsFiles files = new TlsFiles();
                ThriftServer server = start(files);
                ThriftClient named =
                        client(server, files.trusting().serverName(NAME).build());
                ThriftClient unnamed = client(server, files.trusting().build());
                ThriftClient other = client(
                        server, files.trusting().serverName("other.example.org").build())) {
            assertEquals(named.stub(Probe.Iface.class).echo("named"), "named");
            for (ThriftClient client : new ThriftClient[] {unnamed, other}) {
                CallFailedException failure = CallResults.failure(
                        client.stub(Probe.FutureIface.class).echo("not this one"), FailureCause.CONNECT_FAILED, false);
                assertTrue(failure.getMessage().contains("TLS"), failure.getMessage());
            }
        }
    }

    @DataProvider
    static Object[][] invalid() {
        return new Object[][] {{""}, {"an_alias"}, {"two words"}, {"a..b"}};
    }

    @Test(dataProvider = "invalid")
    public void invalidNamesAreRejected(String name) {
        IllegalArgumentException failure = expectThrows(
                IllegalArgumentException.class, () -> TlsConfig.builder().serverName(name));
        assertTrue(failure.getMessage().contains("serverName is '" + name + "'"), failure.getMessage());
    }
}
