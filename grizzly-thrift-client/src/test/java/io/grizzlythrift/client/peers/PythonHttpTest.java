package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.testing.scripted.ScriptedServer;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests calls of Python's THttpClient to a service of Grizzly's HttpServer: every type, exceptions, unknown methods,
 * oneway calls. It is skipped, with the reason, if Python's library is not installed; if the environment says {@code
 * PEERS_REQUIRED=true}, it fails.
 */
public class PythonHttpTest {
    @DataProvider
    Object[][] protocols() {
        return Arrays.stream(ThriftProtocol.values())
                .map(protocol -> new Object[] {protocol})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "protocols")
    void pythonCallsOverHttp(ThriftProtocol protocol) throws Exception {
        PeerLanguage.PYTHON.requireInstalled();
        Set<String> called = new ConcurrentSkipListSet<>();
        PeerHandler handler = new PeerHandler(PeerLanguage.PYTHON.leftOut(protocol));
        HttpServer server = new HttpServer();
        NetworkListener listener = new NetworkListener("thrift", ScriptedServer.HOST, 0);
        server.addListener(listener);
        server.getServerConfiguration()
                .addHttpHandler(
                        ThriftHttpHandler.builder()
                                .protocol(protocol)
                                .processor(new UuidPeers.Processor<>(handler.recording(called)))
                                .build(),
                        "/thrift");
        server.start();
        try (PeerProcess client = PeerProcess.httpClient(PeerLanguage.PYTHON, protocol, listener.getPort())) {
            client.awaitSuccess();
            assertEquals(called, PeerLanguage.PYTHON.methods());
        } finally {
            server.shutdownNow();
        }
    }
}
