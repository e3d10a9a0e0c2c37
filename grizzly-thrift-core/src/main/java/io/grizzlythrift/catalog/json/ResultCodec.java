package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;
import org.jspecify.annotations.Nullable;

/** Converts the result of a method: the value that it returns, or the exception that it throws. */
final class ResultCodec {
    private final String method;
    private final Map<Short, ValueCodec> codecs = new HashMap<>();
    private final Map<Short, FieldDescription> exceptions = new HashMap<>();
    private boolean hasSuccess;

    ResultCodec(MethodDescription method) {
        this.method = method.name();
    }

    void addSuccess(ValueCodec codec) {
        codecs.put(MethodDescription.SUCCESS_ID, codec);
        hasSuccess = true;
    }

    void addException(FieldDescription exception, ValueCodec codec) {
        codecs.put(exception.id(), codec);
        exceptions.put(exception.id(), exception);
    }

    /** Writes the value, the fields of the exception, or null if the method returns nothing. */
    Optional<FieldDescription> toJson(TProtocol in, JsonTarget out) throws IOException, TException {
        TField found = null;
        in.readStructBegin();
        for (TField next = in.readFieldBegin(); next.type != TType.STOP; next = in.readFieldBegin()) {
            ValueCodec codec = codecOf(next);
            if (codec == null) {
                TProtocolUtil.skip(in, next.type, out.depthLeft());
            } else if (found != null) {
                throw ValueException.ofComplete("the result of " + method + " has fields " + found.id + " and "
                        + next.id + ", must have exactly one");
            } else {
                codec.toJson(in, out);
                found = next;
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        if (found == null && hasSuccess) {
            throw ValueException.ofComplete("there is no result of " + method);
        }
        if (found == null) {
            out.generator().writeNull();
            return Optional.empty();
        }
        return Optional.ofNullable(exceptions.get(found.id));
    }

    private @Nullable ValueCodec codecOf(TField field) {
        ValueCodec codec = codecs.get(field.id);
        return codec != null && codec.wireType() == field.type ? codec : null;
    }
}
