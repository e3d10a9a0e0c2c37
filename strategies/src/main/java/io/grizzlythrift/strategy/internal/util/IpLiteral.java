package io.grizzlythrift.strategy.internal.util;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Recognizes hosts that are IP addresses in text, and so need no name lookup. */
public final class IpLiteral {
    private static final int GROUPS = 8;

    private IpLiteral() {}

    /**
     * Parses an address. Never looks a name up.
     *
     * @param host an IPv4 address of four decimal numbers; or an IPv6 address, with or without brackets and a zone
     * @return the address; empty if the host is something else, such as a name
     */
    public static Optional<InetAddress> parse(String host) {
        if (host.indexOf(':') < 0) {
            return parseFour(host).map(bytes -> ofBytes(host, bytes));
        }
        try {
            return Optional.of(InetAddress.getByName('[' + withoutBrackets(host) + ']')); // with brackets, never a name
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static InetAddress ofBytes(String host, byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(host, e); // only for another number of bytes
        }
    }

    private static Optional<byte[]> parseFour(String host) {
        String[] parts = host.split("\\.", -1);
        if (parts.length != 4) {
            return Optional.empty();
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            String part = parts[i];
            if (part.isEmpty() || part.length() > 3 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Optional.empty();
            }
            int value = Integer.parseInt(part);
            if (value > 255) {
                return Optional.empty();
            }
            bytes[i] = (byte) value;
        }
        return Optional.of(bytes);
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /**
     * Returns the one text of an IPv6 address that RFC 5952 recommends, without brackets; of an IPv4 address that is mapped
     * to IPv6, the IPv4 address. A zone remains as it is.
     *
     * @param host any host
     * @return the canonical text; the host itself if it is no IPv6 address
     */
    public static String canonical(String host) {
        if (host.indexOf(':') < 0) {
            return host;
        }
        String address = withoutBrackets(host);
        int zone = address.indexOf('%');
        String base = zone < 0 ? address : address.substring(0, zone);
        return parse(base)
                .map(parsed -> textOf(parsed.getAddress()) + (zone < 0 ? "" : address.substring(zone)))
                .orElse(host);
    }

    private static String textOf(byte[] bytes) {
        if (bytes.length != 2 * GROUPS) {
            return ofBytes("", bytes).getHostAddress();
        }
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = ((bytes[2 * i] & 0xFF) << 8) | (bytes[2 * i + 1] & 0xFF);
        }
        int first = -1; // of the longest run of zeros
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int end = i;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                first = i;
                length = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == first) {
                text.append("::");
                i += length - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
