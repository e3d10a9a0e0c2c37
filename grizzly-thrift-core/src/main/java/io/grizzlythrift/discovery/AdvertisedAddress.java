package io.grizzlythrift.discovery;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Describes a server to its clients: each address that it listens on, with a different host or port if clients need
 * one, a weight, a zone and metadata. Immutable.
 *
 * <p>A server that listens on all addresses of its machine ({@code 0.0.0.0} or {@code ::}) needs {@link #withHost},
 * because it does not know which of them clients can reach.
 */
public final class AdvertisedAddress {
    private static final AdvertisedAddress LISTENING = new AdvertisedAddress(
            Optional.empty(), OptionalInt.empty(), EndpointAddress.DEFAULT_WEIGHT, Optional.empty(), Map.of());

    private final Optional<String> host;
    private final OptionalInt port;
    private final double weight;
    private final Optional<String> zone;
    private final Map<String, String> metadata;

    private AdvertisedAddress(
            Optional<String> host,
            OptionalInt port,
            double weight,
            Optional<String> zone,
            Map<String, String> metadata) {
        this.host = host;
        this.port = port;
        this.weight = weight;
        this.zone = zone;
        this.metadata = metadata;
    }

    /** {@return a description with the addresses and bound ports that the server listens on, and the default weight} */
    public static AdvertisedAddress listening() {
        return LISTENING;
    }

    /**
     * Returns this description with the host to which clients connect.
     *
     * @param name a host name or an address, without white space, and not a wildcard address
     * @return a new description
     * @throws IllegalArgumentException if the host is not valid or a wildcard address
     */
    public AdvertisedAddress withHost(String name) {
        if (isWildcard(EndpointAddress.requireHost(name))) {
            throw new IllegalArgumentException("host is " + name + ", must be an address that clients can connect to");
        }
        return new AdvertisedAddress(Optional.of(name), port, weight, zone, metadata);
    }

    /**
     * Returns this description with the port to which clients connect, if it differs from the port that the server
     * listens on, such as a mapped port of a container. For servers with one address.
     *
     * @param number 1 to 65535
     * @return a new description
     * @throws IllegalArgumentException if out of bounds
     */
    public AdvertisedAddress withPort(int number) {
        OptionalInt other = OptionalInt.of(Bounds.requireBetween("port", number, 1, 65_535));
        return new AdvertisedAddress(host, other, weight, zone, metadata);
    }

    /**
     * Returns this description with another weight.
     *
     * @param other {@value EndpointAddress#MIN_WEIGHT} to {@value EndpointAddress#MAX_WEIGHT}
     * @return a new description
     * @throws IllegalArgumentException if out of bounds
     */
    public AdvertisedAddress withWeight(double other) {
        return new AdvertisedAddress(host, port, sample().withWeight(other).weight(), zone, metadata);
    }

    /**
     * Returns this description with a zone.
     *
     * @param name not blank
     * @return a new description
     * @throws IllegalArgumentException if the name is blank
     */
    public AdvertisedAddress withZone(String name) {
        return new AdvertisedAddress(host, port, weight, sample().withZone(name).zone(), metadata);
    }

    /**
     * Returns this description with other metadata.
     *
     * @param properties by name; copied
     * @return a new description
     */
    public AdvertisedAddress withMetadata(Map<String, String> properties) {
        return new AdvertisedAddress(host, port, weight, zone, Map.copyOf(properties));
    }

    private static EndpointAddress sample() {
        return EndpointAddress.of("localhost", 1);
    }

    /** {@return whether the host is set, so that a server may listen on all addresses of its machine} */
    public boolean hasHost() {
        return host.isPresent();
    }

    /**
     * Describes one address of a server.
     *
     * @param listening the address that the server listens on, with its bound port
     * @return the address to announce to clients
     * @throws IllegalArgumentException if the server listens on all addresses of its machine, and no host is set
     */
    public EndpointAddress of(InetSocketAddress listening) {
        if (host.isEmpty() && isWildcard(listening)) {
            throw new IllegalArgumentException("clients cannot connect to " + listening
                    + ": use AdvertisedAddress.withHost with an address of this machine");
        }
        return new EndpointAddress(
                host.orElseGet(() -> hostOf(listening)), port.orElse(listening.getPort()), weight, zone, metadata);
    }

    /**
     * Returns whether an address is a wildcard, which stands for all addresses of a machine.
     *
     * @param address resolved or not
     * @return true for {@code 0.0.0.0} and {@code ::}
     */
    public static boolean isWildcard(InetSocketAddress address) {
        return address.getAddress() != null && address.getAddress().isAnyLocalAddress();
    }

    private static boolean isWildcard(String host) {
        boolean isNumber = host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        return isNumber && isWildcard(new InetSocketAddress(host, 1)); // a number is not looked up
    }

    /** Returns the host name or the numeric address as it was given, without a lookup. */
    private static String hostOf(InetSocketAddress listening) {
        return listening.getHostString();
    }

    /** {@return all values; "as listening" stands for the host and port that the server listens on} */
    @Override
    public String toString() {
        return "AdvertisedAddress[host=" + host.orElse("as listening")
                + ", port=" + (port.isPresent() ? String.valueOf(port.getAsInt()) : "as listening")
                + ", weight=" + weight + ", zone=" + zone.orElse("none") + ", metadata=" + metadata + "]";
    }
}
