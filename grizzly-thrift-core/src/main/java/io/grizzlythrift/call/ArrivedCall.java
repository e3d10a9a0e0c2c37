package io.grizzlythrift.call;

import java.net.SocketAddress;
import java.util.Optional;
import org.glassfish.grizzly.attributes.AttributeHolder;

/**
 * A call that was read but not yet decoded: its message, with the name of the method, is decoded later.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ArrivedCall {
    /**
     * Returns the first value of a header of the HTTP request, or of the frame in the dialect {@link
     * io.grizzlythrift.frame.Dialect#HEADER}. Other headers of the frame are not decoded for this.
     *
     * @param name not case-sensitive
     * @return empty if the call does not have the header, or its dialect has no headers
     */
    Optional<String> header(String name);

    /** {@return the address of the peer, as it was when the connection was established} */
    SocketAddress peerAddress();

    /** {@return the attributes of the Grizzly connection, which live as long as the connection; thread-safe} */
    AttributeHolder connectionAttributes();
}
