package io.grizzlythrift.internal.security;

import io.grizzlythrift.security.Identity;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;

/** The identity of a peer with a verified certificate. */
public final class CertificateIdentity {
    private static final String SPIFFE = "spiffe://";

    /** The numbers of RFC 5280 for those alternative names that Java returns as a string. */
    private static final Map<Integer, String> NAME_TYPES = Map.of(1, "email", 2, "dns", 4, "dn", 6, "uri", 7, "ip");

    private static final int URI = 6;

    private static final Attribute<Identity> IDENTITY =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(CertificateIdentity.class.getName());

    private CertificateIdentity() {}

    /** Returns the identity of the peer of a connection whose handshake is complete. It is kept with the connection. */
    public static Optional<Identity> of(Connection<?> connection) {
        if (TlsPeer.sessionOf(connection).isEmpty()) {
            return Optional.empty();
        }
        Identity known = IDENTITY.get(connection);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Identity> found = of(TlsPeer.certificatesOf(connection));
        found.ifPresent(identity -> IDENTITY.set(connection, identity));
        return found;
    }

    /**
     * Returns the identity that a chain of certificates proves.
     *
     * @param chain the peer's own certificate first
     * @return empty if there is no certificate, or one without any name
     */
    public static Optional<Identity> of(List<X509Certificate> chain) {
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        X509Certificate own = chain.get(0);
        List<String> alternative = new ArrayList<>();
        List<String> uris = new ArrayList<>();
        for (List<?> name : alternativeNames(own)) {
            String type = NAME_TYPES.get((Integer) name.get(0));
            if (type != null && name.get(1) instanceof String text && !text.isBlank()) {
                alternative.add(type + ":" + text);
                if ((Integer) name.get(0) == URI) {
                    uris.add(text);
                }
            }
        }
        // X.509-SVID, section 2: a certificate with more than one URI proves no SPIFFE id.
        Optional<String> spiffeId =
                uris.size() == 1 && uris.get(0).startsWith(SPIFFE) ? Optional.of(uris.get(0)) : Optional.empty();
        String subject = own.getSubjectX500Principal().getName();
        if (!subject.isBlank()) {
            return Optional.of(build(subject, alternative, spiffeId));
        }
        return spiffeId.or(() -> alternative.stream().findFirst()).map(name -> build(name, alternative, spiffeId));
    }

    private static Identity build(String principal, List<String> alternative, Optional<String> spiffeId) {
        Identity.Builder identity = Identity.builder(principal, Identity.CERTIFICATE)
                .attribute(Identity.ALTERNATIVE_NAMES, List.copyOf(alternative));
        spiffeId.ifPresent(id -> identity.attribute(Identity.SPIFFE_ID, id));
        return identity.build();
    }

    private static Collection<List<?>> alternativeNames(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException e) { // they prove nothing
            return List.of();
        }
    }
}
