package io.grizzlythrift.samples.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a process, read from its environment, as in a container.
 *
 * @param environment variables by name
 */
record Settings(Map<String, String> environment) {
    /** The address on which a server listens, as host:port. */
    static final String LISTEN = "LISTEN";

    /** The address of the store that the servers share, as host:port. */
    static final String STORE = "STORE";

    /** The ZooKeeper in which a server announces itself, as host:port. Without this setting, it does not. */
    static final String ZOOKEEPER = "ZOOKEEPER";

    /** Where a client finds the servers: {@code zookeeper:HOST:PORT} or {@code dns:NAME:PORT}. */
    static final String SERVERS = "SERVERS";

    /** How long a server continues to serve after its announcement is withdrawn, such as PT1S. */
    static final String DRAIN_DELAY = "DRAIN_DELAY";

    /** How long a server then waits for calls in progress. */
    static final String SHUTDOWN_GRACE = "SHUTDOWN_GRACE";

    /** The file to which YCSB's client writes the number of calls that each server handled. */
    static final String REPORT = "REPORT";

    /** If set, a server ends with the process that started it. {@link Fleet} sets it; do not set it in a container. */
    static final String END_WITH_PARENT = "END_WITH_PARENT";

    static final Set<String> NAMES =
            Set.of(LISTEN, STORE, ZOOKEEPER, SERVERS, DRAIN_DELAY, SHUTDOWN_GRACE, REPORT, END_WITH_PARENT);

    /** The path in ZooKeeper below which services are announced. */
    static final String BASE_PATH = "/services";

    static final String SERVICE = "mapkeeper";

    static Settings ofThisProcess() {
        return new Settings(System.getenv());
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    /**
     * Returns a required setting.
     *
     * @throws IllegalArgumentException if the environment does not have it
     */
    String get(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("the environment has no " + name));
    }

    Duration duration(String name) {
        return find(name).map(Duration::parse).orElse(Duration.ZERO);
    }

    HostAndPort address(String name) {
        return HostAndPort.of(name, get(name));
    }

    /** Host and port of a setting. */
    record HostAndPort(String host, int port) {
        static HostAndPort of(String name, String text) {
            int colon = text.lastIndexOf(':');
            try {
                return new HostAndPort(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new IllegalArgumentException(name + " is " + text + ", must be host:port", e);
            }
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }
}
