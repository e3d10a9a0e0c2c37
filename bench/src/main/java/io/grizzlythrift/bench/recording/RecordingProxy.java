package io.grizzlythrift.bench.recording;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TMessageType;

/**
 * Forwards all bytes between a client and a server, and writes calls with a reply to a stream, in whole frames. Uses
 * two threads per connection, as it is for a few calls and not for a load.
 */
public final class RecordingProxy implements AutoCloseable {
    private static final int READ_BYTES = 64 * 1024;

    private final InetSocketAddress server;
    private final WritableByteChannel out;
    private final int wanted;
    private final Consumer<String> warnings;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch complete = new CountDownLatch(1);
    /** Number of calls written; and below, numbers of calls and replies forwarded. */
    private int recorded;

    private boolean closed;
    private long calls;
    private long replies;

    /**
     * Listens on the loopback interface.
     *
     * @param port port for clients; 0 for any free port
     * @param server address of the server
     * @param calls receives the calls; closed with this, after the last whole call
     * @param wanted number of calls to record
     * @param warnings receives a line for each connection that does not send framed calls, or cannot reach the server
     * @throws IOException if the port is in use
     */
    public RecordingProxy(int port, InetSocketAddress server, OutputStream calls, int wanted, Consumer<String> warnings)
            throws IOException {
        this.server = requireNonNull(server, "server");
        this.out = Channels.newChannel(calls);
        this.wanted = wanted;
        this.warnings = requireNonNull(warnings, "warnings");
        listener = new ServerSocket();
        try {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException failed) {
            listener.close();
            throw failed;
        }
        startThread("record-accept", this::accept);
    }

    /** {@return the port for clients} */
    public int port() {
        return listener.getLocalPort();
    }

    /** {@return the number of calls recorded so far} */
    public synchronized int recorded() {
        return recorded;
    }

    /**
     * Waits until the wanted number of calls is recorded, and every call has its reply or all connections have ended.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitCalls() throws InterruptedException {
        complete.await();
    }

    @Override
    public void close() throws IOException {
        closeQuietly(listener);
        open.forEach(RecordingProxy::closeQuietly);
        synchronized (this) { // no call is being written
            closed = true;
            out.close();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException closed) {
                // The loop ends if the listener was closed.
            }
        }
    }

    private void connect(Socket client) {
        Socket toServer = new Socket();
        open.add(client);
        open.add(toServer);
        try {
            toServer.connect(server);
            client.setTcpNoDelay(true);
            toServer.setTcpNoDelay(true);
        } catch (IOException failed) {
            warnings.accept("cannot connect to the server at " + server + ": " + failed);
            end(client, toServer);
            return;
        }
        // A call is recorded before it is forwarded, so it is in the file when its client has the reply.
        startThread("record-calls", () -> pass(client, toServer, splitting(this::record), (bytes, count) -> {}));
        startThread("record-replies", () -> pass(toServer, client, (bytes, count) -> {}, splitting(this::passed)));
    }

    /** Forwards bytes until one side closes, then closes both sides. */
    private void pass(Socket from, Socket to, Listener before, Listener after) {
        byte[] bytes = new byte[READ_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream target = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                before.passes(bytes, count);
                target.write(bytes, 0, count);
                after.passes(bytes, count);
            }
        } catch (IOException ended) {
            // One side has closed.
        } finally {
            end(from, to);
        }
    }

    private void end(Socket one, Socket other) {
        closeQuietly(one);
        closeQuietly(other);
        open.remove(one);
        open.remove(other);
        endIfComplete();
    }

    private Listener splitting(Consumer<ByteBuffer> frames) {
        FrameSplitter splitter = new FrameSplitter(frames);
        boolean[] broken = new boolean[1];
        return (bytes, count) -> {
            try {
                if (!broken[0]) {
                    splitter.add(bytes, count);
                }
            } catch (IllegalArgumentException noFrames) {
                broken[0] = true;
                warnings.accept("a connection is not recorded: client and server must send framed messages, but "
                        + noFrames.getMessage());
            }
        };
    }

    private synchronized void record(ByteBuffer frame) {
        Optional<MessageHeader> header =
                MessageHeader.read(frame.slice(Integer.BYTES, frame.remaining() - Integer.BYTES));
        if (header.isEmpty()) {
            throw new IllegalArgumentException("the message in a frame is neither strict binary nor compact");
        }
        if (header.get().type() != TMessageType.CALL) {
            return;
        }
        calls++;
        if (closed || recorded == wanted) {
            return;
        }
        try {
            out.write(frame);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        recorded++;
    }

    private synchronized void passed(ByteBuffer reply) {
        replies++;
        endIfComplete();
    }

    private synchronized void endIfComplete() {
        if (recorded == wanted && (replies == calls || open.isEmpty())) {
            complete.countDown();
        }
    }

    private static void startThread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception alreadyGone) {
            // It is closed in any case.
        }
    }

    /** Receives the bytes of one direction, before or after they are forwarded. */
    private interface Listener {
        void passes(byte[] bytes, int count);
    }
}
