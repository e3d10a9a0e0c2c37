package io.grizzlythrift.discovery;

import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.internal.util.IpLiteral;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The address of one server of a service, with its weight, zone and metadata. Immutable. Two addresses denote the same
 * server if host and port are equal. All texts of one IPv6 address are the same host.
 *
 * @param host a host name or an address, without white space, of at most {@value #MAX_HOST_CHARS} characters; an IPv6
 *     address in its canonical text, without brackets
 * @param port 1 to 65535
 * @param weight the share of calls, relative to that of other servers, {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}
 * @param zone the zone of the server, such as a data centre or a rack; empty if unknown
 * @param metadata further properties by name; unmodifiable
 */
public record EndpointAddress(
        String host, int port, double weight, Optional<String> zone, Map<String, String> metadata) {
    /** The weight of a server if none is given: {@value}. */
    public static final double DEFAULT_WEIGHT = 1.0;

    /** The smallest weight: {@value}. */
    public static final double MIN_WEIGHT = 0.001;

    /** The largest weight: {@value}. */
    public static final double MAX_WEIGHT = 1_000.0;

    /** The maximum length of a host: {@value} characters, as for a domain name. */
    public static final int MAX_HOST_CHARS = 255;

    /**
     * Creates an address.
     *
     * @param host a host name or an address, without white space; an IPv6 address in any text, with or without brackets
     * @param port 1 to 65535
     * @param weight {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}
     * @param zone the zone, not blank; or empty
     * @param metadata further properties; copied
     * @throws IllegalArgumentException if one of them is out of bounds
     */
    public EndpointAddress {
        host = IpLiteral.canonical(requireHost(host));
        Bounds.requireBetween("port", port, 1, 65_535);
        Bounds.requireBetween("weight", weight, MIN_WEIGHT, MAX_WEIGHT);
        if (zone.isPresent() && zone.get().isBlank()) {
            throw new IllegalArgumentException("zone is blank");
        }
        metadata = Map.copyOf(metadata);
    }

    /**
     * Checks a host, because it may come from other programs, and ends up in log lines, thread names and tags of
     * metrics.
     */
    static String requireHost(String host) {
        if (Objects.requireNonNull(host, "host").isBlank()) {
            throw new IllegalArgumentException("host is blank");
        }
        if (host.length() > MAX_HOST_CHARS) {
            throw new IllegalArgumentException(
                    "host has " + host.length() + " characters, must have at most " + MAX_HOST_CHARS);
        }
        if (host.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
            throw new IllegalArgumentException("host is '" + host.replaceAll("\\p{Cntrl}", "?")
                    + "', must not have white space or control characters");
        }
        return host;
    }

    /**
     * Returns an address without zone and metadata, with the default weight.
     *
     * @param host a host name or an address, without white space; an IPv6 address in any text, with or without brackets
     * @param port 1 to 65535
     * @return the address
     * @throws IllegalArgumentException if the host is not valid or the port is out of bounds
     */
    public static EndpointAddress of(String host, int port) {
        return new EndpointAddress(host, port, DEFAULT_WEIGHT, Optional.empty(), Map.of());
    }

    /**
     * Reads host and port, as {@link #name()} writes them.
     *
     * @param server {@code host:port}; an IPv6 address must be in brackets
     * @return the address, without zone and metadata, with the default weight
     * @throws IllegalArgumentException if the text has no port, or the host is not valid or the port is out of bounds
     */
    public static EndpointAddress parse(String server) {
        int colon = server.lastIndexOf(':');
        String host = colon < 0 ? "" : server.substring(0, colon);
        boolean inBrackets = host.startsWith("[") && host.endsWith("]");
        if (host.isEmpty() || (host.indexOf(':') >= 0 && !inBrackets)) {
            throw new IllegalArgumentException("the server is '" + server + "', must be host:port or [address]:port");
        }
        String port = server.substring(colon + 1);
        try {
            return of(inBrackets ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("port is '" + port + "', must be a number", e);
        }
    }

    /**
     * Returns this address with another weight.
     *
     * @param other {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}
     * @return a new address
     * @throws IllegalArgumentException if out of bounds
     */
    public EndpointAddress withWeight(double other) {
        return new EndpointAddress(host, port, other, zone, metadata);
    }

    /**
     * Returns this address with a zone.
     *
     * @param name not blank
     * @return a new address
     * @throws IllegalArgumentException if the name is blank
     */
    public EndpointAddress withZone(String name) {
        return new EndpointAddress(host, port, weight, Optional.of(name), metadata);
    }

    /**
     * Returns this address with other metadata.
     *
     * @param properties by name; copied
     * @return a new address
     */
    public EndpointAddress withMetadata(Map<String, String> properties) {
        return new EndpointAddress(host, port, weight, zone, properties);
    }

    /** {@return host and port, separated by a colon, which identify the server; an IPv6 address in brackets} */
    public String name() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }
}
