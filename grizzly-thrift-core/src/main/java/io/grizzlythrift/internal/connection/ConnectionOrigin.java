package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.call.ConnectionCaller;
import io.grizzlythrift.internal.dispatch.CallOrigin;
import io.grizzlythrift.internal.security.CertificateIdentity;
import io.grizzlythrift.internal.security.TlsPeer;
import io.grizzlythrift.security.Identity;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.glassfish.grizzly.attributes.AttributeHolder;

/** The source of calls that came over a connection of Grizzly. */
public interface ConnectionOrigin extends CallOrigin, ConnectionCaller {
    @Override
    default AttributeHolder attributes() {
        return connection().getAttributes();
    }

    @Override
    default SocketAddress peerAddress() {
        return (SocketAddress) connection().getPeerAddress();
    }

    @Override
    default Optional<SSLSession> tlsSession() {
        return TlsPeer.sessionOf(connection());
    }

    @Override
    default List<X509Certificate> peerCertificates() {
        return TlsPeer.certificatesOf(connection());
    }

    @Override
    default Optional<Identity> identity() {
        return CertificateIdentity.of(connection());
    }
}
