package io.grizzlythrift.call;

import java.net.SocketAddress;
import java.util.Optional;
import org.glassfish.grizzly.attributes.AttributeHolder;

/** What is known of a call that was read and not decoded: its message, with the name of the method, is read later. */
public interface ArrivedCall {
    /**
     * Returns the first value of a header: of an HTTP request, or of a frame of the dialect {@link
     * io.grizzlythrift.frame.Dialect#HEADER}, whose other headers are not decoded for this.
     *
     * @param name not case-sensitive
     * @return empty if the call does not have it, and in a dialect without headers
     */
    Optional<String> header(String name);

    /** {@return the address of the peer, as of when the connection was made} */
    SocketAddress peerAddress();

    /** {@return the attributes of the Grizzly connection, which live as long as the connection; thread-safe} */
    AttributeHolder connectionAttributes();
}
