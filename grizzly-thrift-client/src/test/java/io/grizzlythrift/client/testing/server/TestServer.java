package io.grizzlythrift.client.testing.server;

import io.grizzlythrift.server.ThriftServer;
import java.time.Duration;

/** A running server, of this library or of libthrift, on the loopback interface. */
public interface TestServer extends AutoCloseable {
    String HOST = "127.0.0.1";

    /** Returns the port of the server. */
    int port();

    /** Interrupts calls in flight and returns when connections and threads have ended. */
    @Override
    void close();

    /** Returns a started server of this library. */
    public static TestServer of(ThriftServer server) {
        return new TestServer() {
            @Override
            public int port() {
                return server.port();
            }

            @Override
            public void close() {
                server.shutdown(Duration.ZERO);
            }
        };
    }
}
