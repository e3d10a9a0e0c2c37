package io.grizzlythrift.scorecard.client;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;

/**
 * A server that reads every framed binary call of {@code blob} at once, and replies to none before it is released. Then
 * each reply has as many zero bytes as the argument of its call.
 */
final class HoldingPeer implements AutoCloseable {
    private static final int NAME_BYTES = "blob".length();

    /** Version, length of the name, name, sequence id, type and id of the field, length of its value, end. */
    private static final int BYTES_BESIDE_VALUE = 8 + NAME_BYTES + 4 + 3 + 4 + 1;

    private static final int VERSION = 0x8001_0000;

    private record Call(TMessage header, int valueBytes) {}

    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final CountDownLatch released = new CountDownLatch(1);

    HoldingPeer() throws IOException {
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "holding-peer");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Replies to all calls from now on. */
    void release() {
        released.countDown();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                LinkedBlockingQueue<Call> calls = new LinkedBlockingQueue<>();
                daemon(() -> read(socket, calls));
                daemon(() -> reply(socket, calls));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private static void read(Socket socket, LinkedBlockingQueue<Call> calls) {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readInt();
                in.skipNBytes(8);
                String name = new String(in.readNBytes(NAME_BYTES), StandardCharsets.US_ASCII);
                TMessage header = new TMessage(name, TMessageType.REPLY, in.readInt());
                in.skipNBytes(length - 8 - NAME_BYTES - 4);
                calls.add(new Call(header, length - BYTES_BESIDE_VALUE));
            }
        } catch (IOException e) {
            return; // the client has closed the connection
        }
    }

    private void reply(Socket socket, LinkedBlockingQueue<Call> calls) {
        try (socket) {
            released.await();
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
            while (true) {
                Call call = calls.take();
                out.writeInt(BYTES_BESIDE_VALUE + call.valueBytes);
                out.writeInt(VERSION | TMessageType.REPLY);
                out.writeInt(NAME_BYTES);
                out.writeBytes(call.header.name);
                out.writeInt(call.header.seqid);
                out.writeByte(TType.STRING);
                out.writeShort(0);
                out.writeInt(call.valueBytes);
                out.write(new byte[call.valueBytes]);
                out.writeByte(0);
                if (calls.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            return; // the client has closed the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
