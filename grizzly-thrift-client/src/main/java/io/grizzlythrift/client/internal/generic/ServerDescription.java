package io.grizzlythrift.client.internal.generic;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.json.CatalogJson;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.internal.call.RuntimeMethod;
import io.grizzlythrift.client.internal.stub.StubFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** Asks a server of this library for its services, as JSON. */
public final class ServerDescription {
    /** The multiplexed name of the service that describes a server. */
    private static final String SERVICE = "grizzlythrift.Reflection";

    private static final TStruct NO_ARGUMENTS = new TStruct("arguments");

    private ServerDescription() {}

    /** Makes the call and waits for its end. */
    public static ServiceCatalog of(StubFactory stubs) throws TException {
        Optional<String> service = Optional.of(SERVICE);
        stubs.declare(service, List.of(CatalogMethod.NAME));
        return (ServiceCatalog) stubs.stub(service, CallOptions.create()).call(new CatalogMethod(), NO_ARGUMENTS);
    }

    /** {@code string catalog()}. */
    private static final class CatalogMethod implements RuntimeMethod {
        static final String NAME = "catalog";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean isOneway() {
            return false;
        }

        @Override
        public void writeArguments(Object none, TProtocol out) throws TException {
            out.writeStructBegin(NO_ARGUMENTS);
            out.writeFieldStop();
            out.writeStructEnd();
        }

        @Override
        public Object readResult(TProtocol in) throws TException {
            String text = null;
            in.readStructBegin();
            for (TField next = in.readFieldBegin(); next.type != TType.STOP; next = in.readFieldBegin()) {
                if (next.id == 0 && next.type == TType.STRING) {
                    text = in.readString();
                } else {
                    TProtocolUtil.skip(in, next.type);
                }
                in.readFieldEnd();
            }
            in.readStructEnd();
            if (text == null) {
                throw new TProtocolException(TProtocolException.INVALID_DATA, "the reply has no text");
            }
            try {
                return CatalogJson.read(text.getBytes(StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw new TProtocolException(TProtocolException.INVALID_DATA, e.getMessage(), e);
            }
        }
    }
}
