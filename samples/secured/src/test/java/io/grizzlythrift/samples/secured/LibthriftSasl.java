package io.grizzlythrift.samples.secured;

import io.grizzlythrift.security.QualityOfProtection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.Sasl;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TSaslNonblockingServer;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TSaslClientTransport;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.sasl.ServerSaslPeer;
import org.apache.thrift.transport.sasl.TSaslNegotiationException;
import org.apache.thrift.transport.sasl.TSaslServerFactory;

/** libthrift's own client and servers, with Kerberos. */
final class LibthriftSasl {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final String GSSAPI = "GSSAPI";

    /** Accepts each client under its own name. */
    private static final CallbackHandler SAME_NAME = callbacks -> {
        for (var callback : callbacks) {
            if (callback instanceof AuthorizeCallback who) {
                who.setAuthorized(who.getAuthenticationID().equals(who.getAuthorizationID()));
            }
        }
    };

    private LibthriftSasl() {}

    /** Opens a connection as a client. */
    static TSaslClientTransport connect(Subject subject, int port, QualityOfProtection quality) throws Exception {
        TSocket socket = new TSocket("127.0.0.1", port, TIMEOUT_MILLIS);
        return TestRealm.as(subject, () -> {
            TSaslClientTransport transport = new TSaslClientTransport(
                    GSSAPI, null, TestRealm.SERVICE, TestRealm.HOST, properties(quality), null, socket);
            transport.open();
            return transport;
        });
    }

    private static Map<String, String> properties(QualityOfProtection quality) {
        return Map.of(Sasl.QOP, quality.saslName(), Sasl.SERVER_AUTH, "true");
    }

    /** A server that blocks a thread for each connection. */
    static Running threadPool(TProcessor processor, QualityOfProtection quality) throws Exception {
        Subject subject = TestRealm.server();
        TSaslServerTransport.Factory factory = new TSaslServerTransport.Factory(
                GSSAPI, TestRealm.SERVICE, TestRealm.HOST, properties(quality), SAME_NAME);
        TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .transportFactory(new TTransportFactory() {
                    @Override
                    public TTransport getTransport(TTransport base) throws TTransportException {
                        try {
                            return TestRealm.as(subject, () -> factory.getTransport(base));
                        } catch (Exception e) {
                            throw new TTransportException(e);
                        }
                    }
                }));
        return new Running(server, socket.getServerSocket().getLocalPort());
    }

    /** A server that evaluates one message of a connection after the other on its threads. */
    static Running nonblocking(TProcessor processor, QualityOfProtection quality) throws Exception {
        Subject subject = TestRealm.server();
        TSaslServerFactory factory = new TSaslServerFactory() {
            @Override
            public ServerSaslPeer getSaslPeer(String mechanism) throws TSaslNegotiationException {
                try {
                    return TestRealm.as(subject, () -> super.getSaslPeer(mechanism));
                } catch (TSaslNegotiationException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        factory.addSaslMechanism(GSSAPI, TestRealm.SERVICE, TestRealm.HOST, properties(quality), SAME_NAME);
        TNonblockingServerSocket socket =
                new TNonblockingServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try {
            TServer server = new TSaslNonblockingServer(new TSaslNonblockingServer.Args(socket)
                    .saslServerFactory(factory)
                    .processor(processor)
                    .protocolFactory(new TBinaryProtocol.Factory()));
            return new Running(server, socket.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server that serves on a thread of its own. */
    static final class Running implements AutoCloseable {
        private final TServer server;
        private final int port;

        Running(TServer server, int port) {
            this.server = server;
            this.port = port;
            Thread thread = new Thread(server::serve, "libthrift server");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return port;
        }

        @Override
        public void close() {
            server.stop(); // its daemon thread follows
        }
    }
}
