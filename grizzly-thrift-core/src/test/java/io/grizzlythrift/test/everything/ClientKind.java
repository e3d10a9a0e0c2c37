package io.grizzlythrift.test.everything;

import io.grizzlythrift.test.gen.Everything;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFastFramedTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** The clients of libthrift that can call a framed server. */
public enum ClientKind {
    FRAMED {
        @Override
        public EverythingClient open(int port, TProtocolFactory protocol) throws TException {
            return blocking(protocol, new TFramedTransport(socket(port)));
        }
    },
    FAST_FRAMED {
        @Override
        public EverythingClient open(int port, TProtocolFactory protocol) throws TException {
            return blocking(protocol, new TFastFramedTransport(socket(port)));
        }
    },
    ASYNC {
        @Override
        public EverythingClient open(int port, TProtocolFactory protocol) {
            return new AsyncEverythingClient(port, protocol);
        }
    };

    /** The longest wait for one reply. */
    public static final int TIMEOUT_MILLIS = 20_000;

    /** More than the largest message of any test. */
    public static final int MAX_BYTES = 64 << 20;

    public abstract EverythingClient open(int port, TProtocolFactory protocol) throws TException;

    /** Returns an unconnected socket with limits that are high enough for every test. */
    public static TSocket socket(int port) throws TException {
        return new TSocket(configuration(), "127.0.0.1", port, TIMEOUT_MILLIS);
    }

    public static TConfiguration configuration() {
        return TConfiguration.custom()
                .setMaxFrameSize(MAX_BYTES)
                .setMaxMessageSize(MAX_BYTES)
                .build();
    }

    /** Opens the transport. */
    static EverythingClient blocking(TProtocolFactory protocol, TTransport transport) throws TException {
        transport.open();
        Everything.Client client = new Everything.Client(protocol.getProtocol(transport));
        return new EverythingClient() {
            @Override
            public Everything.Iface calls() {
                return client;
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }
}
