package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.tls.ClientCertificates;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;

/** TLS on both sides. */
final class Tls {
    private Tls() {}

    // @start region=server
    static ThriftServer server(Calculator.Iface handler) {
        TlsConfig tls = TlsConfig.builder()
                .certificate(Path.of("server.pem"), Path.of("server-key.pem")) // a chain, and its PKCS#8 key
                .reloadOnChange(Duration.ofMinutes(1)) // new files need no restart
                .build();
        return ThriftServer.builder()
                .listen("0.0.0.0", 9090)
                .processor(new Calculator.Processor<>(handler))
                .tls(tls)
                .build();
    }
    // @end region=server

    // @start region=client
    static ThriftClient client() {
        TlsConfig tls = TlsConfig.builder()
                .trust(Path.of("ca.pem")) // default: the authorities that the JDK trusts
                .build();
        return ThriftClient.builder()
                .endpoint("calculator.example.org", 9090) // must be in the server's certificate
                .tls(tls)
                .build();
    }
    // @end region=client

    // @start region=mutual
    static final TlsConfig.Builder SERVER = TlsConfig.builder()
            .certificate(Path.of("server.pem"), Path.of("server-key.pem"))
            .trust(Path.of("client-ca.pem"))
            .clientCertificates(ClientCertificates.NEEDED); // WANTED also serves clients without one

    static final TlsConfig.Builder CLIENT = TlsConfig.builder()
            .certificate(Path.of("client.pem"), Path.of("client-key.pem"))
            .trust(Path.of("ca.pem"));
    // @end region=mutual
}
