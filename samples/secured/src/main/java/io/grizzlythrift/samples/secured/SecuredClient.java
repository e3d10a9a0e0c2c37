package io.grizzlythrift.samples.secured;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;

/** The client of one caller. */
final class SecuredClient {
    private SecuredClient() {}

    // @start region=client
    static ThriftClient create(int port, TlsConfig tls, String principal, Path keytab) {
        return stranger(port, tls)
                .sasl(SaslCredentials.kerberosKeytab(principal, keytab)
                        .service("calculator") // and the host of the endpoint: calculator/localhost
                        .build())
                .build();
    }

    /** Without a proof of who calls. */
    static ThriftClientBuilder stranger(int port, TlsConfig tls) {
        return ThriftClient.builder().endpoint("localhost", port).tls(tls);
    }
    // @end region=client
}
