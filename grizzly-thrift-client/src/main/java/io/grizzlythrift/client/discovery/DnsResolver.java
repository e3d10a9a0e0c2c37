package io.grizzlythrift.client.discovery;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.xbill.DNS.Name;
import org.xbill.DNS.ResolverConfig;
import org.xbill.DNS.TextParseException;

/**
 * Finds servers in DNS: one for each address of a name (A and AAAA records), such as that of a headless service of
 * Kubernetes; or one for each SRV record, which also contains a port and a weight. The name is looked up again when the
 * time to live of the answer expires, and when connecting to a server fails: by default, at most once a second and at
 * least every 30 seconds.
 *
 * <p>The resolver queries the DNS servers of the system with dnsjava, uses the search path of the system, and reads the
 * system's hosts file first. It does not use {@code InetAddress}, which does not report how long an answer is valid,
 * and caches addresses in the JVM, so that it returns the same ones after one of them has failed; nor the JDK's JNDI
 * provider for DNS, which does not report the validity either.
 *
 * <p>If the name does not exist, the answer fails; if it has no addresses, the answer is empty. If the lookup of IPv4
 * addresses fails, the answer fails. If only the lookup of IPv6 addresses fails, the answer has the IPv4 addresses;
 * without any, it fails. Immutable.
 */
@SuppressWarnings("exports") // dnsjava is optional: a module that uses this requires it
public final class DnsResolver implements Resolver {
    /** The default maximum of {@link #withIntervals}: {@value} seconds. */
    public static final int DEFAULT_MAX_INTERVAL_SECONDS = 30;

    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    private final DnsLookup lookup;
    private final Duration minInterval;
    private final Duration maxInterval;

    private DnsResolver(DnsLookup lookup, Duration minInterval, Duration maxInterval) {
        this.lookup = lookup;
        this.minInterval = minInterval;
        this.maxInterval = maxInterval;
    }

    /**
     * Creates a resolver of the addresses of a name.
     *
     * @param name such as {@code calculator.default.svc.cluster.local}; if it has fewer dots than the system's {@code
     *     ndots}, the system's search path is tried first
     * @param port the port of all servers, 1 to 65535
     * @return a resolver
     * @throws IllegalArgumentException if the name is not valid, or the port is out of bounds
     */
    public static DnsResolver of(String name, int port) {
        return make(nameOf(name), Bounds.requireBetween("port", port, 1, 65_535));
    }

    /**
     * Creates a resolver of the SRV records of a name. Only the records with the best priority, which is the smallest
     * number, are used. Their targets are looked up at each connection attempt. Their weights become those of the
     * servers; a weight of 0 becomes the smallest one.
     *
     * @param name such as {@code _thrift._tcp.calculator.default.svc.cluster.local}
     * @return a resolver
     * @throws IllegalArgumentException if the name is not valid
     */
    public static DnsResolver ofService(String name) {
        return make(nameOf(name), DnsLookup.PORT_OF_SERVICE);
    }

    private static DnsResolver make(Name name, int port) {
        DnsLookup lookup =
                new DnsLookup(name, port, ResolverConfig.getCurrentConfig().servers());
        return new DnsResolver(lookup, MIN_INTERVAL, Duration.ofSeconds(DEFAULT_MAX_INTERVAL_SECONDS));
    }

    private static Name nameOf(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        try {
            return Name.fromString(name);
        } catch (TextParseException e) {
            throw new IllegalArgumentException("name is '" + name + "', must be a domain name", e);
        }
    }

    /**
     * Returns this resolver with other DNS servers than those of the system.
     *
     * @param servers resolved addresses, at least one; the usual port of DNS is 53
     * @return a new resolver
     * @throws IllegalArgumentException if the list is empty
     */
    public DnsResolver withServers(InetSocketAddress... servers) {
        return new DnsResolver(lookup.withServers(servers), minInterval, maxInterval);
    }

    /**
     * Returns this resolver with other times between two lookups. The minimum applies however short the time to live is
     * and however often connecting fails; the maximum applies however long the time to live is, so new servers are found
     * within it. Default: 1 second and {@value #DEFAULT_MAX_INTERVAL_SECONDS} seconds.
     *
     * @param min 10 milliseconds to one day
     * @param max the minimum to one day
     * @return a new resolver
     * @throws IllegalArgumentException if out of bounds
     */
    public DnsResolver withIntervals(Duration min, Duration max) {
        Bounds.requireBetween("minInterval", min, Duration.ofMillis(10), Duration.ofDays(1));
        Bounds.requireBetween("maxInterval", max, min, Duration.ofDays(1));
        return new DnsResolver(lookup, min, max);
    }

    @Override
    public Resolution start(Listener listener) {
        return PollingResolver.of(toString(), lookup::lookUp)
                .withIntervals(minInterval, maxInterval)
                .start(listener);
    }

    /** {@return the name that is looked up} */
    @Override
    public String toString() {
        return "DNS " + lookup.name();
    }
}
