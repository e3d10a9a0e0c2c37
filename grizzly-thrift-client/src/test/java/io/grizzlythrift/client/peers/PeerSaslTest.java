package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.PlainVerifier;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Python's {@code thrift_sasl} calls everything after PLAIN or DIGEST-MD5, and each call knows who calls. */
public class PeerSaslTest {
    private static final String USER = "python";
    private static final String SECRET = "python-secret";

    @DataProvider
    Object[][] clients() {
        List<Strategies> strategies = List.of(Strategies.values());
        List<Object[]> rows = new ArrayList<>();
        for (String mechanism : List.of(SaslMechanism.PLAIN, SaslMechanism.DIGEST_MD5)) {
            for (ThriftProtocol protocol : PeerDialect.UNFRAMED.protocols()) {
                rows.add(new Object[] {mechanism, protocol, strategies.get(rows.size() % strategies.size())});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "clients")
    void pythonCallsOurServer(String mechanism, ThriftProtocol protocol, Strategies strategy) throws Exception {
        PeerLanguage.PYTHON.requireInstalled();
        Set<String> called = new ConcurrentSkipListSet<>();
        Set<String> callers = new ConcurrentSkipListSet<>();
        PeerHandler handler = new PeerHandler(PeerLanguage.PYTHON.leftOut(protocol));
        SaslConfig sasl = SaslConfig.builder()
                .mechanism(SaslMechanism.plain(
                        PlainVerifier.of((user, password) -> user.equals(USER) && new String(password).equals(SECRET))))
                .mechanism(SaslMechanism.digestMd5(
                        "peers",
                        "localhost",
                        (user, realm) -> user.equals(USER) ? Optional.of(SECRET.toCharArray()) : Optional.empty()))
                .allowWithoutTls(SaslMechanism.PLAIN)
                .required(true)
                .build();
        ThriftServer server = strategy.builder(new UuidPeers.Processor<>(handler.recording(called)))
                .interceptor(call -> {
                    callers.add(call.identity().map(Identity::toString).orElse("a stranger"));
                    return ServerCallListener.IGNORED;
                })
                .sasl(sasl)
                .build()
                .start();
        try (PeerProcess client = PeerProcess.saslClient(protocol, server.port(), mechanism)) {
            client.awaitSuccess();
            assertEquals(called, PeerLanguage.PYTHON.methods());
            assertEquals(callers, Set.of(USER + " (" + mechanism + ")"));
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }
}
