package io.grizzlythrift.bench.server;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.util.Optional;

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
        require(withoutEpoll());
        return new NettyTransport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class);
    }

    /**
     * The rings of Linux, through Netty's native library.
     *
     * @throws IllegalArgumentException if it cannot be loaded on this machine, or if the kernel does not permit rings
     */
    static NettyTransport uring() {
        require(withoutUring());
        return new NettyTransport(IoUringIoHandler.newFactory(), IoUringServerSocketChannel.class);
    }

    /** {@return the reason why this machine has no epoll; empty if it has} */
    static Optional<String> withoutEpoll() {
        return Epoll.isAvailable() ? Optional.empty() : without("epoll", Epoll.unavailabilityCause());
    }

    /** {@return the reason why this machine has no io_uring; empty if it has} */
    static Optional<String> withoutUring() {
        return IoUring.isAvailable() ? Optional.empty() : without("io_uring", IoUring.unavailabilityCause());
    }

    private static Optional<String> without(String name, Throwable cause) {
        return Optional.of("Netty's " + name + " transport is not available here: " + cause);
    }

    private static void require(Optional<String> obstacle) {
        obstacle.ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
    }
}
