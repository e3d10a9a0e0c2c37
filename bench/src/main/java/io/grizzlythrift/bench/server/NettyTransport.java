package io.grizzlythrift.bench.server;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/**
 * The I/O mechanism of Netty's event loops.
 *
 * @param handlers creates the I/O handler of each event loop
 * @param listener class of the listening channel, which creates the channels of connections
 */
record NettyTransport(IoHandlerFactory handlers, Class<? extends ServerChannel> listener) {
    /** Java's selectors. */
    static NettyTransport nio() {
        return new NettyTransport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }

    /**
     * Netty's native library on Linux.
     *
     * @throws IllegalArgumentException if it cannot be loaded on this machine
     */
    static NettyTransport epoll() {
        if (!Epoll.isAvailable()) {
            throw new IllegalArgumentException(
                    "Netty's epoll transport is not available here: " + Epoll.unavailabilityCause());
        }
        return new NettyTransport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class);
    }
}
