package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.spring.internal.config.BuilderOptions;
import io.grizzlythrift.spring.internal.config.ClientOptions;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Credentials for SASL from properties. Never shows the password. */
final class ClientSasl {
    private ClientSasl() {}

    static void set(ClientOptions.Sasl sasl, BuilderOptions properties, ThriftClientBuilder builder) {
        if (sasl.mechanism() == null || sasl.mechanism().isBlank()) {
            return;
        }
        BuilderOptions nested = properties.nested("sasl", sasl);
        nested.set("mechanism", sasl.mechanism(), mechanism -> {
            SaslCredentials.Builder credentials = of(mechanism.toUpperCase(Locale.ROOT), sasl);
            nested.applyTo(credentials);
            List<QualityOfProtection> qualities = sasl.qualityOfProtection();
            if (qualities != null && !qualities.isEmpty()) {
                nested.set(
                        "qualityOfProtection",
                        qualities,
                        all -> credentials.qualityOfProtection(
                                all.get(0), all.subList(1, all.size()).toArray(new QualityOfProtection[0])));
            }
            if (Boolean.TRUE.equals(sasl.allowPlainWithoutTls())) {
                credentials.allowPlainWithoutTls();
            }
            builder.sasl(credentials.build());
        });
    }

    private static SaslCredentials.Builder of(String mechanism, ClientOptions.Sasl sasl) {
        return switch (mechanism) {
            case SaslCredentials.GSSAPI -> kerberos(sasl);
            case SaslCredentials.DIGEST_MD5 ->
                SaslCredentials.digestMd5(required("user", sasl.user()), password(sasl)::clone);
            case SaslCredentials.PLAIN -> SaslCredentials.plain(required("user", sasl.user()), password(sasl)::clone);
            case SaslCredentials.EXTERNAL -> SaslCredentials.external();
            default ->
                throw new IllegalArgumentException(
                        "must be GSSAPI, DIGEST-MD5, PLAIN or EXTERNAL; a ThriftClientCustomizer can set others");
        };
    }

    private static SaslCredentials.Builder kerberos(ClientOptions.Sasl sasl) {
        if (sasl.keytab() != null) {
            return SaslCredentials.kerberosKeytab(required("user", sasl.user()), sasl.keytab());
        }
        return sasl.ticketCache() == null
                ? SaslCredentials.kerberosTicketCache()
                : SaslCredentials.kerberosTicketCache(sasl.ticketCache());
    }

    private static char[] password(ClientOptions.Sasl sasl) {
        return required("password", sasl.password()).toCharArray();
    }

    private static String required(String property, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException("it needs the property " + property + " as well");
        }
        return value;
    }
}
