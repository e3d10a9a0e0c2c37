package io.grizzlythrift.client.sasl;

import io.grizzlythrift.client.testing.server.LibthriftServer;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.client.testing.server.TrackingServerSocket;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.PlainVerifier;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.security.sasl.Sasl;
import org.apache.thrift.TProcessor;
import org.apache.thrift.server.TSaslNonblockingServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TServerSocket;

/** Servers that require SASL. */
public enum SaslServers {
    THREAD_POOL {
        @Override
        public TestServer start(int port, Setup setup) throws Exception {
            TrackingServerSocket socket = new TrackingServerSocket(loopback(port));
            return threadPool(socket, socket::closeAccepted, setup);
        }
    },
    NONBLOCKING {
        @Override
        public TestServer start(int port, Setup setup) throws Exception {
            TNonblockingServerSocket socket = new TNonblockingServerSocket(loopback(port));
            TSaslNonblockingServer server = new TSaslNonblockingServer(new TSaslNonblockingServer.Args(socket)
                    .addSaslMechanism(setup.mechanism(), SERVICE, NAME, setup.properties(), setup.accounts())
                    .processor(setup.processor())
                    .protocolFactory(setup.protocol()));
            int bound = socket.getPort();
            return new LibthriftServer(server, bound, newWorkers(), () -> shutdown(server));
        }
    },
    OURS {
        @Override
        public TestServer start(int port, Setup setup) {
            Accounts accounts = setup.accounts();
            boolean plain = setup.mechanism().equals(SaslMechanism.PLAIN);
            SaslConfig.Builder sasl = SaslConfig.builder()
                    .mechanism(
                            plain
                                    ? SaslMechanism.plain(PlainVerifier.of(accounts::isRight))
                                    : SaslMechanism.digestMd5(
                                            SERVICE,
                                            NAME,
                                            (user, realm) -> Optional.of(
                                                    accounts.ask(user).toCharArray())))
                    .qualityOfProtection(setup.qop())
                    .required(true);
            if (plain) {
                sasl.allowWithoutTls(SaslMechanism.PLAIN);
            }
            return TestServer.of(ThriftServer.builder()
                    .name(UniqueName.of("test-sasl"))
                    .limits(PatientLimits.builder().build())
                    .listen(TestServer.HOST, port)
                    .protocol(setup.protocol())
                    .processor(setup.processor())
                    .sasl(sasl.build())
                    .build()
                    .start());
        }
    };

    public static final String SERVICE = "probe";
    public static final String NAME = "probes";

    /** What a server needs. */
    public record Setup(
            String mechanism,
            QualityOfProtection qop,
            ThriftProtocol protocol,
            Accounts accounts,
            TProcessor processor) {
        Map<String, String> properties() {
            return Map.of(Sasl.QOP, qop.saslName());
        }
    }

    /** Starts a server on a port, or on a free one for 0. */
    public abstract TestServer start(int port, Setup setup) throws Exception;

    /** Starts a server with one thread per connection on a socket. */
    static TestServer threadPool(TServerSocket socket, Runnable closeConnections, Setup setup) {
        ExecutorService workers = newWorkers();
        TThreadPoolServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .executorService(workers)
                .processor(setup.processor())
                .protocolFactory(setup.protocol())
                .transportFactory(new TSaslServerTransport.Factory(
                        setup.mechanism(), SERVICE, NAME, setup.properties(), setup.accounts())));
        return new LibthriftServer(server, socket.getServerSocket().getLocalPort(), workers, closeConnections);
    }

    private static ExecutorService newWorkers() {
        return Executors.newCachedThreadPool(task -> {
            Thread worker = new Thread(task, "test-sasl-worker");
            worker.setDaemon(true);
            return worker;
        });
    }

    private static void shutdown(TSaslNonblockingServer server) {
        try {
            server.shutdown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
