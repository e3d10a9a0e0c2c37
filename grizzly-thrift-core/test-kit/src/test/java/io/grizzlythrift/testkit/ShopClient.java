package io.grizzlythrift.testkit;

import io.grizzlythrift.compat.THeaderProtocol;
import io.grizzlythrift.compat.THeaderTransport;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.gen.Shop;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Clients of libthrift. */
enum ShopClient {
    FRAMED_BINARY {
        @Override
        TProtocol over(TTransport socket) throws TTransportException {
            return ThriftProtocol.BINARY.getProtocol(new TFramedTransport(socket));
        }
    },
    FRAMED_COMPACT {
        @Override
        TProtocol over(TTransport socket) throws TTransportException {
            return ThriftProtocol.COMPACT.getProtocol(new TFramedTransport(socket));
        }
    },
    FRAMED_JSON {
        @Override
        TProtocol over(TTransport socket) throws TTransportException {
            return ThriftProtocol.JSON.getProtocol(new TFramedTransport(socket));
        }
    },
    UNFRAMED_BINARY {
        @Override
        TProtocol over(TTransport socket) {
            return ThriftProtocol.BINARY.getProtocol(socket);
        }
    },
    UNFRAMED_COMPACT {
        @Override
        TProtocol over(TTransport socket) {
            return ThriftProtocol.COMPACT.getProtocol(socket);
        }
    },
    HEADER_BINARY {
        @Override
        TProtocol over(TTransport socket) {
            return new THeaderProtocol(new THeaderTransport(socket));
        }
    },
    HEADER_COMPACT_ZLIB {
        @Override
        TProtocol over(TTransport socket) {
            return new THeaderProtocol(new THeaderTransport(socket, ThriftProtocol.COMPACT, Transform.ZLIB));
        }
    },
    HTTP {
        @Override
        TProtocol over(TTransport socket) throws TTransportException {
            return ThriftProtocol.BINARY.getProtocol(new PostTransport(socket));
        }
    };

    abstract TProtocol over(TTransport socket) throws TTransportException;

    Shop.Client connect(LoopbackServer server) throws TTransportException {
        return connect(new TSocket(server.host(), server.port()));
    }

    Shop.Client connect(TTransport socket) throws TTransportException {
        socket.open();
        return new Shop.Client(over(socket));
    }
}
