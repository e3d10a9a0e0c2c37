package io.grizzlythrift.testkit;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A server of a test, on the loopback interface: a {@link TestServer} around handlers, or a {@link ScriptedServer}. It is
 * running from its creation until it is closed.
 */
public sealed interface LoopbackServer extends AutoCloseable permits ScriptedServer, TestServer {
    /** The host of all servers: {@value}. */
    String HOST = "127.0.0.1";

    /** {@return the host, {@value #HOST}} */
    default String host() {
        return HOST;
    }

    /** {@return the port, also after the server was closed} */
    int port();

    /** {@return host and port, as in {@code 127.0.0.1:41234}} */
    default String endpoint() {
        return HOST + ":" + port();
    }

    /** {@return host and port} */
    default InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
    }

    /** Forgets the calls of the log, and the scripts of a {@link ScriptedServer}. Connections stay open. */
    void clear();

    /** {@return the calls that have arrived, a line for each} */
    String describeCalls();

    /** Closes all connections and stops the server. May be called more than once. */
    @Override
    void close();
}
