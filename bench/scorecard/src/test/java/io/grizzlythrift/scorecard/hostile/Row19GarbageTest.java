package io.grizzlythrift.scorecard.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.testng.annotations.Test;

/** Peers that do not speak Thrift, or not in a form that the server supports. */
public final class Row19GarbageTest extends RowTest {
    private static final Row ROW =
            new Row(19, "HTTP, TLS, unframed and random bytes", "closed at once, at most one log line a second");
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(1);
    /** An unframed call of echo whose argument has a type that does not exist. */
    private static final byte[] UNFRAMED_BINARY = {
        (byte) 0x80, 1, 0, 1, 0, 0, 0, 4, 'e', 'c', 'h', 'o', 0, 0, 0, 1, 99, 0, 1
    };

    private static final byte[] UNFRAMED_COMPACT = {(byte) 0x82, 0x21, 1, 4, 'e', 'c', 'h', 'o', 0x1f};

    private static final int RANDOM_KINDS = 50;
    private static final int RANDOM_BYTES = 300;
    private static final int MAX_FRAME_BYTES = 16_384_000;

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void inOnePiece(Strategy strategy) throws Exception {
        ROW.run("in one piece", strategy, Wire.PLAIN, Sizes.of(10_000, 150), run -> sendAll(run, Integer.MAX_VALUE));
    }

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void byteByByte(Strategy strategy) throws Exception {
        ROW.run("byte by byte", strategy, Wire.PLAIN, Sizes.of(10_000, 150), run -> sendAll(run, 1));
    }

    private static void sendAll(RowRun run, int piece) throws Exception {
        ServerChild server = run.server(run.options());
        List<byte[]> kinds = kinds();
        Map<String, Long> before = server.state();
        long begin = System.nanoTime();
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < run.size(); i++) {
            try (Peer peer = Peer.connect(server.port(), run.wire())) {
                send(peer, kinds.get(i % kinds.size()), piece);
                Duration closed = peer.untilClosed();
                slowest = slowest.compareTo(closed) > 0 ? slowest : closed;
            }
        }
        Map<String, Long> after = server.state();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        long lines = after.get("logLines") - before.get("logLines");
        run.figure("log lines", lines);
        run.requireWithin("slowest close", slowest, CLOSED_WITHIN);
        run.requireEqual(
                "counted",
                after.get("rejectedFrames")
                        + after.get("protocolErrors")
                        - before.get("rejectedFrames")
                        - before.get("protocolErrors"),
                run.size());
        // Logged by this row, or less than a second earlier by another row on the same server.
        run.require(after.get("logLines") >= 1, "nothing was logged");
        run.require(lines <= seconds + 2, lines + " log lines in " + seconds + " s");
        run.requireNoStackTrace(server);
    }

    private static void send(Peer peer, byte[] bytes, int piece) {
        try {
            for (int sent = 0; sent < bytes.length; sent += piece) {
                peer.send(bytes, sent, Math.min(piece, bytes.length - sent));
            }
        } catch (IOException closedMeanwhile) {
            // This is the expected outcome.
        }
    }

    private static List<byte[]> kinds() throws Exception {
        List<byte[]> kinds = new ArrayList<>(List.of(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII),
                "POST /thrift HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".getBytes(US_ASCII),
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII),
                "SSH-2.0-OpenSSH_9.2\r\n".getBytes(US_ASCII),
                "[1,\"echo\",1,1,{\"1\":{\"str\":\"not framed\"}}]".getBytes(US_ASCII),
                UNFRAMED_BINARY,
                UNFRAMED_COMPACT,
                new byte[RANDOM_BYTES],
                clientHello()));
        Random random = new Random(19);
        while (kinds.size() < RANDOM_KINDS) {
            byte[] bytes = new byte[RANDOM_BYTES];
            random.nextBytes(bytes);
            boolean framed = kinds.size() % 2 == 0;
            int length = ByteBuffer.wrap(bytes).getInt();
            if (framed) {
                bytes[0] = 0; // no message of the compact protocol starts with 0
                kinds.add(Frames.framed(bytes));
            } else if (length < 1 || length > MAX_FRAME_BYTES) {
                kinds.add(bytes);
            }
        }
        return kinds;
    }

    private static byte[] clientHello() throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        return Arrays.copyOf(hello.array(), hello.position());
    }
}
