package io.grizzlythrift.internal.console;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that a {@code Host} header may have. A page of a stranger may point a name of its own to this server (DNS
 * rebinding), but its browser then sends that name. Immutable.
 */
final class HostNames {
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final String ANY_IPV4 = "0.0.0.0";

    private final Set<String> names = new TreeSet<>();

    /**
     * Creates the names.
     *
     * @param further the names that the application has set
     * @param listening the addresses that the server was told to listen on
     */
    HostNames(Collection<String> further, Collection<InetSocketAddress> listening) {
        further.forEach(name -> names.add(normalized(name)));
        for (InetSocketAddress address : listening) {
            if (address.getAddress() == null || !address.getAddress().isAnyLocalAddress()) {
                names.add(normalized(address.getHostString()));
            }
        }
    }

    private static String normalized(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /**
     * Returns whether a host is one of this server.
     *
     * @param host a name, or an address as in a URL, with or without a port
     * @param local the address on which the server has accepted the connection
     */
    boolean contains(String host, SocketAddress local) {
        Matcher parts = HOST.matcher(host);
        if (!parts.matches()) {
            return false;
        }
        String name = normalized(parts.group(1));
        return LOOPBACK.matcher(name).matches() || names.contains(name) || isAddress(name, local);
    }

    /** Names are never resolved. */
    private static boolean isAddress(String name, SocketAddress local) {
        if (!(local instanceof InetSocketAddress socket) || name.equals(ANY_IPV4)) {
            return false;
        }
        return name.startsWith("[")
                ? addressOf(name).filter(socket.getAddress()::equals).isPresent()
                : name.equals(socket.getAddress().getHostAddress());
    }

    private static Optional<InetAddress> addressOf(String literal) {
        try {
            return Optional.of(InetAddress.getByName(literal)); // in brackets, it is an address or invalid
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
