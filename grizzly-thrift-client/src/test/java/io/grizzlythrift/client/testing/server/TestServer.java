package io.grizzlythrift.client.testing.server;

import io.grizzlythrift.server.ThriftServer;
import java.time.Duration;

/** A server that runs, of whichever make, on the loopback interface. */
public interface TestServer extends AutoCloseable {
    String HOST = "127.0.0.1";

    /** Where it listens. */
    int port();

    /** Interrupts what is in flight; returns when connections and threads are gone. */
    @Override
    void close();

    /** One of ours, started. */
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
