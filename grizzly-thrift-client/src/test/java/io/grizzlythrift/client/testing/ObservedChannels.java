package io.grizzlythrift.client.testing;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The system's selector provider, which also runs code before it opens a channel, and keeps the channel for the test. */
public final class ObservedChannels extends SelectorProvider {
    private final SelectorProvider system = SelectorProvider.provider();
    private final List<SocketChannel> opened = new CopyOnWriteArrayList<>();
    private final Runnable before;

    public ObservedChannels(Runnable before) {
        this.before = before;
    }

    /** Returns all channels that were opened, including closed ones. */
    public List<SocketChannel> opened() {
        return opened;
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        before.run();
        SocketChannel channel = system.openSocketChannel();
        opened.add(channel);
        return channel;
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        return system.openDatagramChannel();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        return system.openDatagramChannel(family);
    }

    @Override
    public Pipe openPipe() throws IOException {
        return system.openPipe();
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        return system.openSelector();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        return system.openServerSocketChannel();
    }
}
