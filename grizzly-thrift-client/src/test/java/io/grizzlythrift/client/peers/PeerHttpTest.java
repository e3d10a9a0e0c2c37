package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.servlet.ThriftServlet;
import io.grizzlythrift.test.servlet.ServletHost;
import io.grizzlythrift.test.servlet.ServletHost.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests calls of the HTTP clients of Thrift's libraries in other languages to a service of Grizzly's HttpServer and to a
 * servlet: every type, exceptions, unknown methods, oneway calls. A language that is not installed is skipped, with the
 * reason; if the environment says {@code PEERS_REQUIRED=true}, it fails.
 */
public class PeerHttpTest {
    private static final List<PeerLanguage> LANGUAGES =
            List.of(PeerLanguage.PYTHON, PeerLanguage.NODE, PeerLanguage.GO);

    private enum Host {
        GRIZZLY,
        TOMCAT,
        JETTY
    }

    /** A server of HTTP with the service at the path /thrift. */
    private interface Running extends AutoCloseable {
        int port();

        @Override
        void close();
    }

    @DataProvider
    Object[][] combinations() {
        List<Object[]> rows = new ArrayList<>();
        for (PeerLanguage language : LANGUAGES) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                for (Host host : Host.values()) {
                    rows.add(new Object[] {language, protocol, host});
                }
            }
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "combinations")
    void theirClientCallsOverHttp(PeerLanguage language, ThriftProtocol protocol, Host host) throws Exception {
        language.requireInstalled();
        Set<String> called = new ConcurrentSkipListSet<>();
        PeerHandler handler = new PeerHandler(language.leftOut(protocol));
        try (Running server = start(host, protocol, new UuidPeers.Processor<>(handler.recording(called)));
                PeerProcess client = PeerProcess.httpClient(language, protocol, server.port())) {
            client.awaitSuccess();
            assertEquals(called, language.methods());
        }
    }

    private static Running start(Host host, ThriftProtocol protocol, TProcessor processor) throws Exception {
        return host == Host.GRIZZLY
                ? startGrizzly(protocol, processor)
                : startServlet(Container.valueOf(host.name()), protocol, processor);
    }

    private static Running startGrizzly(ThriftProtocol protocol, TProcessor processor) throws Exception {
        HttpServer server = new HttpServer();
        NetworkListener listener = new NetworkListener("thrift", ProbeServer.HOST, 0);
        server.addListener(listener);
        server.getServerConfiguration()
                .addHttpHandler(
                        ThriftHttpHandler.builder()
                                .protocol(protocol)
                                .processor(processor)
                                .build(),
                        ServletHost.PATH);
        server.start();
        return new Running() {
            @Override
            public int port() {
                return listener.getPort();
            }

            @Override
            public void close() {
                server.shutdownNow();
            }
        };
    }

    private static Running startServlet(Container container, ThriftProtocol protocol, TProcessor processor)
            throws Exception {
        ServletHost servlet = container.start(
                ThriftServlet.builder().protocol(protocol).processor(processor).build());
        return new Running() {
            @Override
            public int port() {
                return servlet.port();
            }

            @Override
            public void close() {
                servlet.close();
            }
        };
    }
}
