package io.grizzlythrift.discovery;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.ServiceType;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes servers in the format in which Curator's service discovery stores them in ZooKeeper: the JSON of
 * curator-x-discovery, which other programs also use.
 *
 * <p>Weight, zone and metadata are the payload, a map:
 *
 * <pre>{@code
 * "payload": {"@class": "java.util.LinkedHashMap", "weight": 2.0, "zone": "a", "metadata": {"build": "17"}}
 * }</pre>
 *
 * <p>A server that has none of them has no payload, so that programs with any class of payload can read it. Instances
 * of other programs may have no payload, or one of their own class. They get the default weight.
 *
 * <p>Instances are read without creating objects of the class that their payload names. Otherwise, anyone with write
 * access to ZooKeeper could choose a class of this JVM.
 */
public final class ServiceInstanceFormat {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonInstanceSerializer<Object> SERIALIZER = new JsonInstanceSerializer<>(Object.class);

    private static final int MAX_LOGGED_CHARS = 100;

    /** A payload whose class is in this package is a map, and may be one of this library. */
    private static final String MAPS = "java.util.";

    private ServiceInstanceFormat() {}

    /**
     * Writes a server.
     *
     * @param serviceName the name of its service
     * @param id distinguishes it from other instances of the service; the last part of its path
     * @param server the server
     * @param registeredMillis the time of its registration, in milliseconds since 1970
     * @return JSON
     */
    public static byte[] write(String serviceName, String id, EndpointAddress server, long registeredMillis) {
        ServiceInstance<Object> instance = new ServiceInstance<>(
                serviceName,
                id,
                server.host(),
                server.port(),
                null,
                payloadOf(server),
                registeredMillis,
                ServiceType.DYNAMIC,
                null);
        try {
            return SERIALIZER.serialize(instance);
        } catch (Exception e) { // never thrown by this serializer
            throw new IllegalStateException("cannot write " + server, e);
        }
    }

    private static @Nullable Object payloadOf(EndpointAddress server) {
        Map<String, Object> payload = new LinkedHashMap<>();
        if (server.weight() != EndpointAddress.DEFAULT_WEIGHT) {
            payload.put("weight", server.weight());
        }
        server.zone().ifPresent(zone -> payload.put("zone", zone));
        if (!server.metadata().isEmpty()) {
            payload.put("metadata", new LinkedHashMap<>(server.metadata()));
        }
        return payload.isEmpty() ? null : payload;
    }

    /**
     * Reads a server.
     *
     * @param json the JSON that {@link #write} or another program wrote
     * @return the server; empty if it is disabled
     * @throws IOException if it is not JSON, or has no address or no port
     * @throws IllegalArgumentException if a value of the payload is out of bounds
     */
    public static Optional<RegisteredServer> read(byte[] json) throws IOException {
        JsonNode instance;
        try {
            instance = MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new IOException("no JSON: " + e.getOriginalMessage(), e);
        }
        if (!instance.path("enabled").asBoolean(true)) {
            return Optional.empty();
        }
        JsonNode address = instance.path("address");
        JsonNode port = instance.path("port").isInt() ? instance.path("port") : instance.path("sslPort");
        if (!address.isTextual() || !port.isInt()) {
            throw new IOException(
                    "an instance needs address and port, and has " + brief(address) + " and " + brief(port));
        }
        JsonNode payload = instance.path("payload");
        JsonNode ours = payload.path("@class").asText(MAPS).startsWith(MAPS) ? payload : MissingNode.getInstance();
        EndpointAddress server = new EndpointAddress(
                address.textValue(), port.intValue(), weightOf(ours), zoneOf(ours), metadataOf(ours));
        return Optional.of(new RegisteredServer(
                server, instance.path("registrationTimeUTC").asLong(0)));
    }

    /** Shortens a value for a message: a node may have a megabyte. */
    private static String brief(JsonNode value) {
        String text = value.toString();
        return text.length() <= MAX_LOGGED_CHARS ? text : text.substring(0, MAX_LOGGED_CHARS) + "...";
    }

    private static double weightOf(JsonNode payload) {
        JsonNode weight = payload.path("weight");
        if (!weight.isMissingNode() && !weight.isNumber()) {
            throw new IllegalArgumentException("weight is " + brief(weight) + ", must be a number");
        }
        return weight.asDouble(EndpointAddress.DEFAULT_WEIGHT);
    }

    private static Optional<String> zoneOf(JsonNode payload) {
        return Optional.ofNullable(payload.path("zone").textValue());
    }

    private static Map<String, String> metadataOf(JsonNode payload) {
        Map<String, String> metadata = new HashMap<>();
        payload.path("metadata")
                .properties()
                .forEach(entry -> metadata.put(entry.getKey(), entry.getValue().asText()));
        return metadata;
    }
}
