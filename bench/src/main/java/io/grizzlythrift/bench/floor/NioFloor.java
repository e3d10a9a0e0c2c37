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
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Selects, reads, replies and writes, and nothing else: one selector per thread. Replies and writes are left to workers if
 * there are any; each connection has one of them, which keeps its replies in order. A connection whose socket does not take
 * a whole write is closed. With workers, each read that waits for one holds a buffer of 64 KiB.
 */
final class NioFloor implements BenchServer {
    private static final int BACKLOG = 1024;

    private final InetSocketAddress address;
    private final int threads;
    private final List<Worker> workers;
    private final List<Loop> loops = new ArrayList<>();
    private ServerSocketChannel listener;

    /**
     * Makes the replies of connections.
     *
     * @param thread empty if the thread that reads runs it
     * @param spares buffers for reads; the one used last comes first
     */
    private record Worker(Optional<ExecutorService> thread, Replies replies, Deque<ByteBuffer> spares) {
        Worker(Optional<ExecutorService> thread, Replies replies) {
            this(thread, replies, new ConcurrentLinkedDeque<>());
        }
    }

    private record Connection(SocketChannel channel, IncompleteRequest incomplete, Worker worker) {}

    private NioFloor(String host, int port, int threads, Supplier<Worker> workers) {
        address = new InetSocketAddress(host, port);
        this.threads = threads;
        this.workers = Stream.generate(workers).limit(threads).toList();
    }

    /** Makes a server whose threads reply to what they read. */
    static NioFloor ofSameThread(String host, int port, int threads, Supplier<Replies> replies) {
        return new NioFloor(host, port, threads, () -> new Worker(Optional.empty(), replies.get()));
    }

    /** Makes a server that has as many workers as threads that read. */
    static NioFloor ofWorkers(String host, int port, int threads, Supplier<Replies> replies) {
        return new NioFloor(host, port, threads, () -> new Worker(Optional.of(workerThread()), replies.get()));
    }

    private static ExecutorService workerThread() {
        return Executors.newSingleThreadExecutor(task -> daemon("floor-worker", task));
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
        daemon(name, task).start();
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void accept() {
        try {
            for (int i = 0; true; i++) {
                SocketChannel accepted = listener.accept();
                accepted.configureBlocking(false);
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                Worker worker = workers.get(i % threads);
                loops.get(i % threads).add(new Connection(accepted, new IncompleteRequest(), worker));
            }
        } catch (IOException closed) {
            // The server is closed.
        }
    }

    @Override
    public void close() {
        closeQuietly(listener);
        loops.forEach(loop -> closeQuietly(loop.selector));
        workers.forEach(worker -> worker.thread().ifPresent(ExecutorService::shutdownNow));
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

    private static void reply(Connection connection, ByteBuffer input) throws IOException {
        ByteBuffer output = connection.worker().replies().to(connection.incomplete(), input.flip());
        if (output.hasRemaining()) {
            connection.channel().write(output);
        }
        if (output.hasRemaining()) {
            throw new IOException("a short write");
        }
    }

    private static void replyOnWorker(Connection connection, ByteBuffer input) {
        try {
            reply(connection, input);
            connection.worker().spares().addFirst(input);
        } catch (Throwable t) { // whatever it was, the next bytes would be misread
            closeQuietly(connection.channel());
        }
    }

    /** One thread and its connections. */
    private static final class Loop {
        private final Selector selector;
        private final Queue<Connection> accepted = new ConcurrentLinkedQueue<>();
        private final ByteBuffer input = ByteBuffer.allocateDirect(Replies.READ_BYTES);

        Loop(Selector selector) {
            this.selector = selector;
        }

        void add(Connection connection) {
            accepted.add(connection);
            selector.wakeup();
        }

        void run() {
            try {
                while (selector.isOpen()) {
                    for (Connection next = accepted.poll(); next != null; next = accepted.poll()) {
                        next.channel().register(selector, SelectionKey.OP_READ, next);
                    }
                    selector.select(key -> serve((Connection) key.attachment()));
                }
            } catch (IOException | RuntimeException closed) {
                // The server is closed.
            }
        }

        private void serve(Connection connection) {
            try {
                if (connection.worker().thread().isEmpty()) {
                    if (connection.channel().read(input.clear()) < 0) {
                        throw new IOException("end of stream");
                    }
                    reply(connection, input);
                } else {
                    handOver(connection, connection.worker().thread().get());
                }
            } catch (IOException ended) {
                closeQuietly(connection.channel());
            }
        }

        private void handOver(Connection connection, ExecutorService worker) throws IOException {
            ByteBuffer spare = connection.worker().spares().pollFirst();
            ByteBuffer read = spare == null ? ByteBuffer.allocateDirect(Replies.READ_BYTES) : spare.clear();
            if (connection.channel().read(read) < 0) {
                worker.execute(() -> closeQuietly(connection.channel())); // after the replies before it
            } else {
                worker.execute(() -> replyOnWorker(connection, read));
            }
        }
    }
}
