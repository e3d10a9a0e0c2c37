package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.thrift.TProcessor;

/** How a server learns who calls. */
final class Authentication {
    private Authentication() {}

    // @start region=kerberos
    static ThriftServer kerberos(TProcessor processor, Path keytab) {
        SaslConfig sasl = SaslConfig.builder()
                .mechanism(SaslMechanism.gssapi("calculator/node1.example.org@EXAMPLE.ORG", keytab))
                .qualityOfProtection(QualityOfProtection.AUTH_CONF) // encrypts; AUTH under TLS
                .required(true) // or clients without SASL are served, too
                .build();
        return ThriftServer.builder()
                .listen("0.0.0.0", 9090)
                .processor(processor)
                .sasl(sasl)
                .build();
    }
    // @end region=kerberos

    // @start region=kerberos-client
    static ThriftClient kerberosClient(Path keytab) {
        return ThriftClient.builder()
                .endpoint("node1.example.org", 9090)
                .sasl(SaslCredentials.kerberosKeytab("etl@EXAMPLE.ORG", keytab)
                        .service("calculator") // the first part of the server's principal
                        .qualityOfProtection(QualityOfProtection.AUTH_CONF)
                        .build())
                .build();
    }
    // @end region=kerberos-client

    // @start region=passwords
    /** A directory of users, such as LDAP. */
    interface Directory {
        /** Completes with the groups of the user, or fails if the password is wrong. */
        CompletableFuture<List<String>> logIn(String user, char[] password);
    }

    private static Identity identity(String user, String mechanism, List<String> groups) {
        return Identity.builder(user, mechanism)
                .attribute(Identity.GROUPS, groups)
                .build();
    }

    static SaslMechanism passwords(Directory directory) {
        return SaslMechanism.plain(credentials -> {
            String user = credentials.username();
            return directory
                    .logIn(user, credentials.password()) // holds no thread while it waits
                    .thenApply(groups -> Optional.of(identity(user, SaslMechanism.PLAIN, groups)));
        });
    }
    // @end region=passwords

    // @start region=tokens
    static SaslMechanism delegationTokens(Function<String, Optional<char[]>> secretOfToken) {
        return SaslMechanism.digestMd5("calculator", "default", (token, realm) -> secretOfToken.apply(token));
    }
    // @end region=tokens

    // @start region=http
    static ThriftServer overHttp(TProcessor processor, TlsConfig tls, Directory directory) {
        return ThriftServer.builder()
                .listen("0.0.0.0", 9090)
                .processor(processor)
                .tls(tls)
                .http(true)
                .authenticator(Authenticator.basic(
                        "reports", // shown by browsers
                        (user, password) -> directory
                                .logIn(user, password.toCharArray())
                                .thenApply(groups -> identity(user, "basic", groups))))
                .build();
    }
    // @end region=http
}
