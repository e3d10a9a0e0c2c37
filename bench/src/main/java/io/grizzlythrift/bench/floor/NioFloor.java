package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.server.BenchServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Selects, reads, replies and writes, and nothing else: one selector per thread. A connection whose socket does not take a
 * whole write is closed.
 */
final class NioFloor implements BenchServer {
    private static final int BACKLOG = 1024;

    private final InetSocketAddress address;
    private final int threads;
    private final Supplier<Replies> replies;
    private final List<Loop> loops = new ArrayList<>();
    private ServerSocketChannel listener;

    /** Makes a server with replies for each thread. */
    NioFloor(String host, int port, int threads, Supplier<Replies> replies) {
        address = new InetSocketAddress(host, port);
        this.threads = threads;
        this.replies = replies;
    }

    @Override
    public int start() throws IOException {
        listener = ServerSocketChannel.open().bind(address, BACKLOG);
        for (int i = 0; i < threads; i++) {
            Loop loop = new Loop(Selector.open());
            loops.add(loop);
            start("floor-" + (i + 1), loop::run);
        }
        start("floor-accept", this::accept);
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            for (int i = 0; true; i++) {
                SocketChannel accepted = listener.accept();
                accepted.configureBlocking(false);
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                loops.get(i % threads).add(accepted);
            }
        } catch (IOException closed) {
            // The server is closed.
        }
    }

    @Override
    public void close() {
        closeQuietly(listener);
        loops.forEach(loop -> closeQuietly(loop.selector));
    }

    private static void closeQuietly(AutoCloseable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (Exception failed) {
            // It is of no use any more.
        }
    }

    /** One thread and its connections. */
    private final class Loop {
        private final Selector selector;
        private final Queue<SocketChannel> accepted = new ConcurrentLinkedQueue<>();
        private final ByteBuffer input = ByteBuffer.allocateDirect(Replies.READ_BYTES);
        private final Replies replies = NioFloor.this.replies.get();

        Loop(Selector selector) {
            this.selector = selector;
        }

        void add(SocketChannel channel) {
            accepted.add(channel);
            selector.wakeup();
        }

        void run() {
            try {
                while (selector.isOpen()) {
                    for (SocketChannel next = accepted.poll(); next != null; next = accepted.poll()) {
                        next.register(selector, SelectionKey.OP_READ, new IncompleteRequest());
                    }
                    selector.select(this::serve);
                }
            } catch (IOException | RuntimeException closed) {
                // The server is closed.
            }
        }

        private void serve(SelectionKey key) {
            try {
                exchange((SocketChannel) key.channel(), (IncompleteRequest) key.attachment());
            } catch (IOException ended) {
                closeQuietly(key.channel());
            }
        }

        private void exchange(SocketChannel channel, IncompleteRequest incomplete) throws IOException {
            if (channel.read(input.clear()) < 0) {
                throw new IOException("end of stream");
            }
            ByteBuffer output = replies.to(incomplete, input.flip());
            if (output.hasRemaining()) {
                channel.write(output);
            }
            if (output.hasRemaining()) {
                throw new IOException("a short write");
            }
        }
    }
}
