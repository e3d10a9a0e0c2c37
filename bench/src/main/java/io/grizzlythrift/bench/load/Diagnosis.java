package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.recording.MessageHeader;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.frame.Dialect;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out why no call of a run succeeded. It looks at the server only after the run, so it never influences figures.
 */
final class Diagnosis {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MAX_REPLY_BYTES = 1 << 20;

    private Diagnosis() {}

    /**
     * Names the usual mistakes: nothing listens, or the server speaks another protocol than the client.
     *
     * @return one line with the address; empty if the reason is another
     */
    static Optional<String> of(LoadPlan plan) {
        String server = plan.host() + ":" + plan.port();
        try {
            WireProtocol wanted = plan.protocol();
            WireProtocol other = wanted == WireProtocol.BINARY ? WireProtocol.COMPACT : WireProtocol.BINARY;
            return !speaks(plan, wanted) && speaks(plan, other)
                    ? Optional.of("the server at " + server + " speaks " + other + ", but the client " + wanted
                            + "; give both the same --protocol")
                    : Optional.empty();
        } catch (IOException failed) {
            return Optional.of("cannot connect to " + server + ": " + failed);
        }
    }

    /** Returns whether a framed call gets a framed reply in the same protocol. An exception is a reply as well. */
    private static boolean speaks(LoadPlan plan, WireProtocol protocol) throws IOException {
        byte[] call = Exchange.of(new PreparedCall(Method.PING, 0, 0), protocol, Dialect.FRAMED)
                .request();
        int patience = Math.toIntExact(PATIENCE.toMillis());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(plan.host(), plan.port()), patience);
            socket.setSoTimeout(patience);
            try {
                socket.getOutputStream().write(call);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                int length = in.readInt();
                if (length <= 0 || length > MAX_REPLY_BYTES) {
                    return false;
                }
                return MessageHeader.read(ByteBuffer.wrap(in.readNBytes(length)))
                        .filter(header -> header.protocol() == protocol)
                        .isPresent();
            } catch (IOException noReply) {
                return false;
            }
        }
    }
}
