package io.grizzlythrift.message;

import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TTransport;

/**
 * The three protocols of Thrift, with safe settings. Any other {@link TProtocolFactory} may be used in their place.
 *
 * <p>Strings and containers are limited by the bytes left in the frame, which the transport checks before anything is
 * allocated.
 */
public enum ThriftProtocol implements TProtocolFactory {
    /** Fixed-size numbers. Messages without the version in front, which old clients send, are not accepted. */
    BINARY {
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new TBinaryProtocol(transport, true, true);
        }
    },

    /** Variable-size numbers: the smallest messages, and usually the best choice. */
    COMPACT {
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new TCompactProtocol(transport);
        }
    },

    /** Text, for peers that have nothing else. Several times slower. */
    JSON {
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new TJSONProtocol(transport);
        }
    }
}
