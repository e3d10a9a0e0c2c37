package io.grizzlythrift.bench.service;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.Locale;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** The encodings that the comparison measures. */
public enum WireProtocol {
    /** Strict binary, as every server of the comparison demands it. */
    BINARY,
    /** Compact. */
    COMPACT;

    /** {@return the name as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The factory of libthrift for this encoding.
     *
     * @return a factory without limits of its own: the transports of the bench bound what is read
     */
    public TProtocolFactory factory() {
        return switch (this) {
            case BINARY -> new TBinaryProtocol.Factory(true, true);
            case COMPACT -> new TCompactProtocol.Factory();
        };
    }

    /**
     * What our own server and client call this encoding.
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
