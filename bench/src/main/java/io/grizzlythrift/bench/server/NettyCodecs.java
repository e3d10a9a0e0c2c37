package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.netty.ByteBufTransport;
import io.netty.util.concurrent.FastThreadLocal;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** A transport and a protocol for each thread that runs calls, reused for every call of that thread. */
final class NettyCodecs extends FastThreadLocal<NettyCodecs.Codec> {
    private final TProtocolFactory protocols;

    NettyCodecs(TProtocolFactory protocols) {
        this.protocols = protocols;
    }

    @Override
    protected Codec initialValue() {
        ByteBufTransport transport = new ByteBufTransport();
        return new Codec(transport, protocols.getProtocol(transport));
    }

    record Codec(ByteBufTransport transport, TProtocol protocol) {}
}
