package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.http.RequestHeaders;
import io.grizzlythrift.internal.security.CertificateIdentity;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.IpLiteral;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.jspecify.annotations.Nullable;

/** What a request tells about its peer: a copy, because containers reuse the request object. Thread-safe. */
final class RequestPeer {
    /** The user that the container has authenticated. */
    static final Attribute<Principal> USER =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(RequestPeer.class.getName() + ".user");

    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final RequestHeaders headers;
    private final String connectionId;
    private final @Nullable String host;
    private final int port;
    private final List<X509Certificate> certificates;
    private final @Nullable Principal user;
    private final @Nullable String authType;
    private @Nullable AttributeHolder attributes;
    private boolean identified;
    private Optional<Identity> identity = Optional.empty();

    RequestPeer(HttpServletRequest request) {
        headers = copyHeaders(request);
        connectionId = request.getServletConnection().getConnectionId();
        host = request.getRemoteAddr();
        port = request.getRemotePort();
        certificates =
                request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain ? List.of(chain) : List.of();
        user = request.getUserPrincipal();
        authType = request.getAuthType();
    }

    private static RequestHeaders copyHeaders(HttpServletRequest request) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            for (String value : Collections.list(request.getHeaders(name))) {
                names.add(name);
                values.add(value);
            }
        }
        return new RequestHeaders(names.toArray(new String[0]), values.toArray(new String[0]));
    }

    Map<String, List<String>> headers() {
        return headers.asMap();
    }

    String connectionId() {
        return connectionId;
    }

    /** Returns the address. A name, which a filter may have set, is not resolved. */
    SocketAddress address() {
        return address(host, port);
    }

    /** Returns an address. Where the container knows none, as for a Unix domain socket, the host is null or the port negative. */
    static SocketAddress address(@Nullable String host, int port) {
        String known = host == null ? "" : host;
        int valid = Math.max(0, port);
        return IpLiteral.parse(known)
                .map(address -> new InetSocketAddress(address, valid))
                .orElseGet(() -> InetSocketAddress.createUnresolved(known, valid));
    }

    List<X509Certificate> certificates() {
        return certificates;
    }

    /** Returns the user that the container has authenticated, or else who the certificate of the peer proves it to be. */
    synchronized Optional<Identity> identity() {
        if (!identified) {
            identity = findIdentity();
            identified = true;
        }
        return identity;
    }

    private Optional<Identity> findIdentity() {
        if (user == null || user.getName() == null || user.getName().isBlank()) {
            return CertificateIdentity.of(certificates);
        }
        return Optional.of(Identity.builder(user.getName(), mechanism()).build());
    }

    private String mechanism() {
        if (authType == null || authType.isBlank()) {
            return "container";
        }
        return authType.equals(HttpServletRequest.CLIENT_CERT_AUTH)
                ? Identity.CERTIFICATE
                : authType.toLowerCase(Locale.ROOT);
    }

    synchronized AttributeHolder attributes() {
        if (attributes == null) {
            attributes = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createSafeAttributeHolder();
            if (user != null) {
                USER.set(attributes, user);
            }
        }
        return attributes;
    }
}
