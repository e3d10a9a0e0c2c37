package io.grizzlythrift.console;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Who may use the console of a server, and for what. Immutable.
 *
 * <pre>{@code
 * ThriftServer.builder()
 *         .http(true)
 *         .console(ConsoleConfig.builder().calls(true).host("reports.example.com").build())
 * }</pre>
 *
 * <p>A request from another machine needs an identity for which the {@link io.grizzlythrift.security.Authorizer} of the server
 * allows the method {@value #VIEW} of the service {@value #SERVICE}; without an authorizer, it is denied. A call of the
 * console is a call of its method by the same caller, and is authorized, limited and counted as such.
 */
public final class ConsoleConfig {
    /** The name of the service that the authorizer gets for the console: {@value}. */
    public static final String SERVICE = "console";

    /** The name of the method that the authorizer gets for the console: {@value}. */
    public static final String VIEW = "view";

    private static final ConsoleConfig DEFAULTS = builder().build();

    private final boolean calls;
    private final boolean loopback;
    private final Set<String> hosts;

    private ConsoleConfig(Builder builder) {
        calls = builder.calls;
        loopback = builder.loopback;
        hosts = Set.copyOf(builder.hosts);
    }

    /** {@return the defaults: the console shows, and makes no calls} */
    public static ConsoleConfig defaults() {
        return DEFAULTS;
    }

    /** {@return a builder with defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return whether the console makes calls} */
    public boolean calls() {
        return calls;
    }

    /** {@return whether peers on this machine need no identity} */
    public boolean loopback() {
        return loopback;
    }

    /** {@return the further names of the server, unmodifiable} */
    public Set<String> hosts() {
        return hosts;
    }

    /** {@return all options with their names} */
    @Override
    public String toString() {
        return "ConsoleConfig[calls=" + calls + ", loopback=" + loopback + ", hosts=" + hosts + "]";
    }

    /** Builds a {@link ConsoleConfig}. Not thread-safe. */
    public static final class Builder {
        private boolean calls;
        private boolean loopback = true;
        private final Set<String> hosts = new LinkedHashSet<>();

        private Builder() {}

        /**
         * Sets whether the console makes calls. Default: false; it then shows only how to make them from a shell. Needs {@code jsonCalls(true)}
         * of the server.
         *
         * @param allow true to let the console make calls
         * @return this
         */
        public Builder calls(boolean allow) {
            calls = allow;
            return this;
        }

        /**
         * Sets whether peers on this machine may use the console without an identity. Set it to false if other users of the
         * machine must not, or if a proxy on it forwards connections of others. A request with a header of a proxy, such
         * as {@code X-Forwarded-For}, always needs an identity. Default: true.
         *
         * @param trust true to let peers on this machine use the console
         * @return this
         */
        public Builder loopback(boolean trust) {
            loopback = trust;
            return this;
        }

        /**
         * Adds a name by which browsers reach the server. Repeatable. The server refuses requests to any other name than
         * {@code localhost}, an address of this machine, and the names that it listens on: the page of a stranger could
         * otherwise point a name of its own to the server and read the console. So are calls in JSON below {@code /call} that
         * have the header {@code Origin}, which browsers send.
         *
         * @param name the name without a port, such as {@code reports.example.com}, ignoring case
         * @return this
         * @throws IllegalArgumentException if the name is blank, or contains anything but letters, digits, dots, hyphens
         *     and underscores
         */
        public Builder host(String name) {
            if (!Objects.requireNonNull(name, "host").matches("[A-Za-z0-9._-]+")) {
                throw new IllegalArgumentException(
                        "host is '" + name + "', must be a name of letters, digits, dots, hyphens and underscores");
            }
            hosts.add(name);
            return this;
        }

        /** {@return the configuration} */
        public ConsoleConfig build() {
            return new ConsoleConfig(this);
        }
    }
}
