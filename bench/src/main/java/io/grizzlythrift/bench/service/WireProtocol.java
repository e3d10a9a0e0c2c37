package io.grizzlythrift.bench.service;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.Locale;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** The encodings that the comparison measures. */
public enum WireProtocol {
    /** Strict binary, as all servers of the comparison require. */
    BINARY,
    /** Compact. */
    COMPACT;

    /** {@return the name as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns libthrift's factory for this encoding.
     *
     * @return a factory without its own limits, because the transports of the bench limit reads
     */
    public TProtocolFactory factory() {
        return switch (this) {
            case BINARY -> new TBinaryProtocol.Factory(true, true);
            case COMPACT -> new TCompactProtocol.Factory();
        };
    }

    /**
     * Returns this encoding as a protocol of this library.
     *
     * @return the same encoding
     */
    public ThriftProtocol ours() {
        return switch (this) {
            case BINARY -> ThriftProtocol.BINARY;
            case COMPACT -> ThriftProtocol.COMPACT;
        };
    }
}
