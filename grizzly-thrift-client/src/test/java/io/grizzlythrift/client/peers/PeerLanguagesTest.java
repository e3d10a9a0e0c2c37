package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Pairs;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.thrift.TProcessor;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests calls between this library and Thrift's libraries of other languages, in both directions: every type, declared
 * exceptions, unknown methods, oneway calls, and many calls in flight. A language that is not installed is skipped,
 * with the reason; if the environment says {@code PEERS_REQUIRED=true}, it fails.
 */
public class PeerLanguagesTest {
    @DataProvider
    Object[][] languages() {
        return Arrays.stream(PeerLanguage.values())
                .map(language -> new Object[] {language})
                .toArray(Object[][]::new);
    }

    @DataProvider
    Object[][] clients() {
        return rows(Servers.SAME_THREAD, Servers.WORKER_THREAD, Servers.LEADER_FOLLOWER);
    }

    @DataProvider
    Object[][] servers() {
        return rows((Object[]) CallStyle.values());
    }

    /** Returns each pair of an installed language, a protocol and one of these values. */
    private static Object[][] rows(Object... others) {
        Object[] installed = Arrays.stream(PeerLanguage.values())
                .filter(PeerLanguage::isInstalled)
                .toArray();
        return installed.length == 0 ? new Object[0][] : Pairs.of(installed, ThriftProtocol.values(), others);
    }

    @Test(dataProvider = "languages")
    void theLanguageIsInstalled(PeerLanguage language) {
        language.requireInstalled();
    }

    @Test(dataProvider = "clients")
    void theirClientCallsOurServer(PeerLanguage language, ThriftProtocol protocol, Servers strategy) throws Exception {
        Set<String> called = new ConcurrentSkipListSet<>();
        PeerHandler handler = new PeerHandler(language.leftOut(protocol));
        TProcessor processor = new UuidPeers.Processor<>(handler.recording(called));
        try (TestServer server = strategy.start(protocol, processor);
                PeerProcess client = PeerProcess.client(language, PeerConnection.framed(protocol), server.port())) {
            client.awaitSuccess();
            assertEquals(called, language.methods());
        }
    }

    @Test(dataProvider = "servers")
    void ourClientCallsTheirServer(PeerLanguage language, ThriftProtocol protocol, CallStyle style) throws Exception {
        try (PeerProcess server = PeerProcess.server(language, PeerConnection.framed(protocol));
                ThriftClient client = PatientClient.builder()
                        .endpoint(ProbeServer.HOST, server.port())
                        .protocol(protocol)
                        .connectionsPerEndpoint(1)
                        .build()) {
            try {
                PeerCalls.callAll(client, style, language, protocol);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(server.failure() + e, e);
            }
        }
    }
}
