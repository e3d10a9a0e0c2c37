package io.grizzlythrift.internal.console;

import io.grizzlythrift.console.ConsoleConfig;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses requests to the console that a page of another site may have made in the browser of somebody who may use it. The
 * other half of the protection are the headers of {@link ConsoleFiles}. Immutable.
 */
public final class ConsoleGate {
    /** The header that the script adds to requests for data and to calls, which needs the consent of this server elsewhere. */
    public static final String HEADER = "X-Thrift-Console";

    private static final String PROXY_PREFIX = "x-forwarded";
    private static final List<String> PROXY_HEADERS = List.of("Forwarded", "Via", "X-Real-IP", "X-Client-IP");

    private static final Optional<String> WRONG_HOST =
            Optional.of("the header Host has a name that is not known as one of"
                    + " this server; ConsoleConfig.Builder.host adds it\n");
    private static final Optional<String> NO_HEADER =
            Optional.of("the header " + HEADER + " is missing: only the console may ask for this\n");
    private static final Optional<String> OTHER_SITE = Optional.of("the request comes from a page of another site\n");

    private final HostNames names;
    private final boolean trustsLoopback;

    /** @param listening the addresses that the server was told to listen on */
    public ConsoleGate(ConsoleConfig config, Collection<InetSocketAddress> listening) {
        names = new HostNames(config.hosts(), listening);
        trustsLoopback = config.loopback();
    }

    /** Returns why a request for a file of the console is refused, or empty. */
    public Optional<String> checkFile(Map<String, List<String>> headers, SocketAddress local) {
        return hasKnownHost(headers, local) ? Optional.empty() : WRONG_HOST;
    }

    /** Returns why a request for data, or a call, is refused, or empty. */
    public Optional<String> checkData(Map<String, List<String>> headers, SocketAddress local) {
        if (!hasKnownHost(headers, local)) {
            return WRONG_HOST;
        }
        if (!headers.containsKey(HEADER)) {
            return NO_HEADER;
        }
        return isOfThisSite(headers) ? Optional.empty() : OTHER_SITE;
    }

    private boolean hasKnownHost(Map<String, List<String>> headers, SocketAddress local) {
        List<String> hosts = headers.getOrDefault("Host", List.of());
        return hosts.size() == 1 && names.contains(hosts.get(0), local);
    }

    /** Programs other than browsers send neither of these headers. */
    private static boolean isOfThisSite(Map<String, List<String>> headers) {
        String host = headers.get("Host").get(0).toLowerCase(Locale.ROOT);
        return headers.getOrDefault("Sec-Fetch-Site", List.of()).stream().allMatch("same-origin"::equals)
                && headers.getOrDefault("Origin", List.of()).stream()
                        .allMatch(origin -> isOf(host, origin.toLowerCase(Locale.ROOT)));
    }

    private static boolean isOf(String host, String origin) {
        return origin.equals("http://" + host) || origin.equals("https://" + host);
    }

    /** {@return whether a request comes from this machine and needs no identity} */
    public boolean isTrusted(Map<String, List<String>> headers, SocketAddress peer) {
        return trustsLoopback
                && peer instanceof InetSocketAddress socket
                && socket.getAddress().isLoopbackAddress()
                && PROXY_HEADERS.stream().noneMatch(headers::containsKey)
                && headers.keySet().stream()
                        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith(PROXY_PREFIX));
    }
}
