package io.grizzlythrift.client.tls;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.LibthriftServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import io.grizzlythrift.tls.TlsVersion;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests this client over TLS with a server of libthrift. */
public class TlsPeersTest {
    private static final char[] PASSWORD = "for the tests".toCharArray();

    @DataProvider
    static Object[][] versions() {
        return new Object[][] {{TlsVersion.TLS_1_2}, {TlsVersion.TLS_1_3}};
    }

    @Test(dataProvider = "versions", timeOut = 60_000)
    public void libthriftsServer(TlsVersion version) throws Exception {
        try (TlsFiles files = new TlsFiles()) {
            TestCertificate own = files.server("RSA");
            Path store = own.writeStore(files.directory().resolve("own.p12"), "PKCS12", PASSWORD);
            TSSLTransportFactory.TSSLTransportParameters parameters =
                    new TSSLTransportFactory.TSSLTransportParameters("TLS", null);
            parameters.setKeyStore(store.toString(), new String(PASSWORD), null, "PKCS12");
            TServerSocket socket =
                    TSSLTransportFactory.getServerSocket(0, 30_000, InetAddress.getLoopbackAddress(), parameters);
            ExecutorService workers = LibthriftServer.newWorkers(Servers.THREAD_POOL);
            TThreadPoolServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                    .executorService(workers)
                    .processor(new Probe.Processor<>(new ProbeHandler()))
                    .transportFactory(new TFramedTransport.Factory())
                    .protocolFactory(ThriftProtocol.BINARY));
            TlsConfig tls = files.trusting().versions(version).build();
            try (LibthriftServer running =
                            new LibthriftServer(server, socket.getServerSocket().getLocalPort(), workers, () -> {});
                    ThriftClient client = PatientClient.builder()
                            .endpoint(TlsFiles.HOST, running.port())
                            .callTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                            .tls(tls)
                            .build()) {
                Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
                List<CompletableFuture<String>> all = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    all.add(calls.echo("call " + i));
                }
                for (int i = 0; i < 100; i++) {
                    assertEquals(CallResults.result(all.get(i)), "call " + i);
                }
                assertEquals(
                        CallResults.result(calls.echoBytes(ByteBuffer.wrap(new byte[300_000])))
                                .remaining(),
                        300_000);
            }
        }
    }
}
