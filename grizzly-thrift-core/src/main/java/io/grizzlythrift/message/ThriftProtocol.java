package io.grizzlythrift.message;

import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TTransport;

/**
 * Thrift's three protocols, with safe settings. Any other {@link TProtocolFactory} may be used instead.
 *
 * <p>The size of strings and containers is limited by the bytes left in the frame, which the transport checks before
 * anything is allocated.
 */
public enum ThriftProtocol implements TProtocolFactory {
    /**
     * Fixed-size numbers. The default of servers and clients, as in the Thrift libraries of most languages. Messages
     * without a version, as sent by old clients, are not accepted.
     */
    BINARY {
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new TBinaryProtocol(transport, true, true);
        }
    },

    /** Variable-size numbers. Produces the smallest messages. Both sides must choose it. */
    COMPACT {
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new TCompactProtocol(transport);
        }
    },

    /** Text, for peers that support nothing else. Several times slower than the others. */
    JSON {
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new TJSONProtocol(transport);
        }
    }
}
