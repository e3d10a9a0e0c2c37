package io.grizzlythrift.opentelemetry.internal;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Optional;

/** The attributes of spans and measurements, with the names of the semantic conventions for RPC. */
public final class RpcAttributes {
    /** The value of {@link #SYSTEM}. The conventions list none for Thrift; OpenTelemetry's Java agent uses this one. */
    public static final String THRIFT = "apache_thrift";

    /** The value of {@link #METHOD} for methods that the server does not have. */
    public static final String OTHER = "_OTHER";

    public static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("rpc.system.name");
    public static final AttributeKey<String> METHOD = AttributeKey.stringKey("rpc.method");
    public static final AttributeKey<String> ORIGINAL_METHOD = AttributeKey.stringKey("rpc.method_original");
    public static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    public static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    public static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    public static final AttributeKey<String> PEER_ADDRESS = AttributeKey.stringKey("network.peer.address");
    public static final AttributeKey<Long> PEER_PORT = AttributeKey.longKey("network.peer.port");

    private RpcAttributes() {}

    /** {@return the value of {@link #METHOD}: the method, preceded by its service unless that is empty} */
    public static String method(String service, String method) {
        return service.isEmpty() ? method : service + "/" + method;
    }

    /** {@return the attributes that calls of both sides have; without {@link #ERROR_TYPE} if it is empty} */
    public static AttributesBuilder builder(String method, Optional<String> errorType) {
        AttributesBuilder made = Attributes.builder().put(SYSTEM, THRIFT).put(METHOD, method);
        errorType.ifPresent(type -> made.put(ERROR_TYPE, type));
        return made;
    }
}
