package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The configuration that the site shows, with the addresses of a test, and other changes that a test needs. Each change
 * fails unless the file has the text that it replaces. Immutable.
 */
final class EnvoyConfig {
    private static final Path FILE = EnvoyProcess.MODULE.resolve("../samples/guide/src/main/envoy/envoy.yaml");

    private final String text;

    private EnvoyConfig(String text) {
        this.text = text;
    }

    /** Reads the file, for servers on these ports; two of them may be the same. */
    static EnvoyConfig of(int stable1, int stable2, int canary) throws IOException {
        return new EnvoyConfig(Files.readString(FILE))
                .with("address: 127.0.0.1, port_value: 9901", address(0), 1)
                .with("address: 0.0.0.0, port_value: 9090", address(0), 1)
                .with("address: server-1, port_value: 9090", address(stable1), 1)
                .with("address: server-2, port_value: 9090", address(stable2), 1)
                .with("address: canary-1, port_value: 9090", address(canary), 1)
                .with("interval: 1s", "interval: 0.1s", 2)
                .with("timeout: 2s", "timeout: 30s", 1); // a busy machine is not ill
    }

    /** Reads the file, for one server in the place of all. */
    static EnvoyConfig of(int port) throws IOException {
        return of(port, port, port);
    }

    /**
     * Sets the dialect between Envoy and the servers, and the protocol in which it checks their health. It does that in
     * frames if the calls are unframed: an unframed health check in the binary protocol crashes Envoy 1.40, and in the
     * compact protocol it sends one byte too many.
     */
    EnvoyConfig upstream(Dialect dialect, ThriftProtocol protocol) {
        Dialect checks = dialect == Dialect.UNFRAMED ? Dialect.FRAMED : dialect;
        return with("transport: HEADER # or FRAMED, UNFRAMED", "transport: " + dialect, 1)
                .with("transport: HEADER # or FRAMED;", "transport: " + checks + " #", 1)
                .with("protocol: BINARY", "protocol: " + protocol, 1);
    }

    /** Returns the text of the file. */
    String text() {
        return text;
    }

    private static String address(int port) {
        return "address: " + TestServer.HOST + ", port_value: " + port;
    }

    private EnvoyConfig with(String part, String replacement, int times) {
        assertEquals(text.split(part, -1).length - 1, times, part + " in " + FILE);
        return new EnvoyConfig(text.replace(part, replacement));
    }
}
