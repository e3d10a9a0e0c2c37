package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/**
 * A server that reads every framed compact call of {@code blob} at once, and replies to none before it is released. Then
 * each reply has as many zero bytes as the argument of its call. Keeps no arguments.
 */
final class HoldingPeer implements AutoCloseable {
    private record Call(TMessage header, int bytes) {}

    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final CountDownLatch released = new CountDownLatch(1);

    HoldingPeer() throws IOException {
        daemon(this::accept);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "holding-peer");
        thread.setDaemon(true);
        thread.start();
        return thread;
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
                Thread replies = daemon(() -> reply(socket, calls));
                daemon(() -> {
                    read(socket, calls);
                    replies.interrupt();
                });
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private static void read(Socket socket, LinkedBlockingQueue<Call> calls) {
        try (socket) {
            TProtocol in = new TCompactProtocol(new TFramedTransport(new TIOStreamTransport(socket.getInputStream())));
            while (true) {
                TMessage header = in.readMessageBegin();
                BenchService.blob_args arguments = new BenchService.blob_args();
                arguments.read(in);
                in.readMessageEnd();
                calls.add(new Call(header, arguments.bytes.remaining()));
            }
        } catch (IOException | TException e) {
            return; // the client has closed the connection
        }
    }

    private void reply(Socket socket, LinkedBlockingQueue<Call> calls) {
        try (socket) {
            released.await();
            TProtocol out =
                    new TCompactProtocol(new TFramedTransport(new TIOStreamTransport(socket.getOutputStream())));
            while (true) {
                Call call = calls.take();
                out.writeMessageBegin(new TMessage(call.header.name, TMessageType.REPLY, call.header.seqid));
                new BenchService.blob_result(ByteBuffer.wrap(new byte[call.bytes])).write(out);
                out.writeMessageEnd();
                out.getTransport().flush();
            }
        } catch (IOException | TException e) {
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
