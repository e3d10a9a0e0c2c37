package io.grizzlythrift.bench.floor.uring;

import io.grizzlythrift.bench.floor.CannedReplies;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Replies over io_uring to requests that are all alike. Prints its port, or the reason why it cannot serve, and ends when
 * its input ends.
 *
 * <pre>
 *   Listener   multishot accept, on the main thread
 *        | sockets, by messages from ring to ring, in turn
 *        v
 *   Loop       multishot receive, canned replies, and one system call for all sends and the next wait
 *        |-- ReceiveBuffers   provided to the kernel, for all connections of a thread
 *        v
 *   Ring --&gt; SystemCalls
 * </pre>
 */
final class UringServer {
    private UringServer() {}

    /** Serves; the arguments are host, port, threads, length of a request, and the reply in Base64. */
    public static void main(String[] arguments) throws IOException {
        start("floor-input", UringServer::endWithInput);
        CannedReplies replies = new CannedReplies(
                Integer.parseInt(arguments[3]), Base64.getDecoder().decode(arguments[4]));
        List<Ring> loops = new ArrayList<>();
        Ring ring;
        Listener listener;
        try {
            ring = new Ring();
            for (int i = 1; i <= Integer.parseInt(arguments[2]); i++) {
                loops.add(startLoop("floor-" + i, replies));
            }
            listener = new Listener(arguments[0], Integer.parseInt(arguments[1]));
        } catch (IOException | RuntimeException failed) {
            System.out.println(failed.getMessage());
            System.exit(1);
            return;
        }
        System.out.println("listening on port " + listener.port());
        listener.accept(ring, loops);
    }

    private static void endWithInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException alsoTheEnd) {
            // A broken pipe also ends the input.
        }
        Runtime.getRuntime().halt(0);
    }

    /** Starts a loop and returns its ring, which belongs to the thread that creates it. */
    private static Ring startLoop(String name, CannedReplies replies) {
        CompletableFuture<Ring> ring = new CompletableFuture<>();
        start(name, () -> {
            try {
                Loop loop = new Loop(replies);
                ring.complete(loop.ring());
                loop.run();
            } catch (IOException failed) {
                ring.completeExceptionally(failed);
                System.err.println(name + ": " + failed);
            }
        });
        return ring.join();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
