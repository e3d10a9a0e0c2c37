package io.grizzlythrift.compat;

import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.sasl.TSaslServerDefinition;

/** The mechanisms of libthrift's {@code TSaslServerTransport.Factory}, as options of a server that requires one of them. */
final class SaslDefinitions {
    private static final String FIELD = "serverDefinitionMap";

    private SaslDefinitions() {}

    /**
     * Reads the factories of a server.
     *
     * @return empty if they are not for SASL
     * @throws IllegalArgumentException if only one of them is, or they differ, or have no mechanism, or cannot be read
     */
    static Optional<SaslConfig> of(TTransportFactory input, TTransportFactory output) {
        boolean isSasl = input instanceof TSaslServerTransport.Factory;
        if (!isSasl && !(output instanceof TSaslServerTransport.Factory)) {
            return Optional.empty();
        }
        if (input != output) {
            throw new IllegalArgumentException("inputTransportFactory is " + SharedProtocol.nameOf(input)
                    + ", outputTransportFactory is " + SharedProtocol.nameOf(output)
                    + ": must be the same object for SASL; transportFactory sets both");
        }
        Map<String, TSaslServerDefinition> definitions = definitionsOf(input);
        if (definitions.isEmpty()) {
            throw new IllegalArgumentException(
                    "inputTransportFactory is " + SharedProtocol.nameOf(input) + ", which has no mechanism");
        }
        SaslConfig.Builder config = SaslConfig.builder().required(true);
        definitions.values().forEach(definition -> config.mechanism(mechanismOf(definition)));
        if (definitions.containsKey(SaslMechanism.PLAIN)) {
            config.allowWithoutTls(SaslMechanism.PLAIN); // as in libthrift
        }
        return Optional.of(config.build());
    }

    private static SaslMechanism mechanismOf(TSaslServerDefinition definition) {
        return SaslMechanism.of(
                definition.mechanism,
                definition.protocol == null ? "" : definition.protocol,
                Optional.ofNullable(definition.serverName),
                definition.props == null ? Map.of() : definition.props,
                definition.cbh == null ? SaslDefinitions::refuse : definition.cbh);
    }

    private static void refuse(Callback[] callbacks) throws UnsupportedCallbackException {
        throw new UnsupportedCallbackException(callbacks[0], "the mechanism has no callback handler");
    }

    /** Reads a private field: there is no getter. */
    @SuppressWarnings("unchecked") // as libthrift declares it
    private static Map<String, TSaslServerDefinition> definitionsOf(TTransportFactory factory) {
        try {
            Field field = TSaslServerTransport.Factory.class.getDeclaredField(FIELD);
            field.setAccessible(true);
            return (Map<String, TSaslServerDefinition>) field.get(factory);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "the mechanisms of " + SharedProtocol.nameOf(factory)
                            + " cannot be read with this version of libthrift: set them with configure and sasl",
                    e);
        }
    }
}
