package io.grizzlythrift.catalog.json;

import java.io.IOException;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** Converts values of one type. Immutable, once the catalog is compiled. */
interface ValueCodec {
    /** {@return the type in messages} */
    byte wireType();

    /** Converts the value whose first token the source has read, up to its last token. */
    void toThrift(JsonSource in, TProtocol out) throws IOException, TException;

    /** Converts the next value. */
    void toJson(TProtocol in, JsonTarget out) throws IOException, TException;

    /**
     * Reads the value whose token the source has read, without consuming it, to compare it with others.
     *
     * @return empty if values of this type are not compared: structs and containers
     */
    default Optional<Object> comparable(JsonSource in) throws IOException, ValueException {
        return Optional.empty();
    }
}
