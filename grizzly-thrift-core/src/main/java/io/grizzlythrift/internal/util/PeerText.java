package io.grizzlythrift.internal.util;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Converts addresses to text without looking up their names, which may take seconds. */
public final class PeerText {
    private PeerText() {}

    /**
     * {@return host and port, an IPv6 address in brackets; an empty text for null}
     *
     * @param address null for a connection that closes
     */
    public static String of(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return address == null ? "" : address.toString();
        }
        String host =
                inet.isUnresolved() ? inet.getHostString() : inet.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort();
    }
}
