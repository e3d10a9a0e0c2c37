package io.grizzlythrift.http.addon;

import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.sasl.StartDetector;
import io.grizzlythrift.server.ThriftListener;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.portunif.PUContext;
import org.glassfish.grizzly.portunif.ProtocolFinder;

/**
 * Recognizes Thrift by the first bytes of a connection, so that it can share a port with HTTP or any other protocol that
 * begins differently. Six bytes are always enough, four are if they are no frame length; a listener with SASL also recognizes
 * its start, of at most 25 bytes. Until then, the connection is that
 * of the port, whose timeouts apply. Stateless; runs on the thread that reads.
 *
 * <pre>{@code
 * ThriftListener listener = ThriftListener.builder(transport).processor(processor).build().start();
 * PUFilter ports = new PUFilter();
 * ports.register(
 *         new ThriftProtocolFinder(listener),
 *         ports.getPUFilterChainBuilder().addAll(listener.filters()).build());
 * ports.register(new HttpProtocolFinder(), http);
 * }</pre>
 *
 * <p>Thrift is an unframed message of the strict binary or the compact protocol, or the length of a frame of up to {@code
 * maxFrameBytes}, whatever the frame contains. If the listener does not accept the dialect, it closes the connection. HTTP
 * and TLS are not Thrift, even if the listener accepts them on its own sockets.
 */
@SuppressWarnings("exports") // grizzly-portunif is optional: a module that uses it requires it
public final class ThriftProtocolFinder implements ProtocolFinder {
    private final int maxFrameBytes;
    private final boolean sasl;

    /**
     * Creates a finder.
     *
     * @param listener serves the connections; the chain of the protocol ends with its {@link ThriftListener#filters()}
     */
    public ThriftProtocolFinder(ThriftListener listener) {
        maxFrameBytes =
                Objects.requireNonNull(listener, "listener").config().limits().maxFrameBytes();
        sasl = listener.config().sasl().isPresent();
    }

    @Override
    public Result find(PUContext ports, FilterChainContext context) {
        Buffer bytes = context.getMessage();
        return sasl ? findSasl(bytes).orElseGet(() -> find(bytes, maxFrameBytes)) : find(bytes, maxFrameBytes);
    }

    /** Looks for a negotiation without consuming the bytes. Returns empty if they do not begin one. */
    static Optional<Result> findSasl(Buffer bytes) {
        return switch (StartDetector.judge(bytes)) {
            case MORE -> Optional.of(Result.NEED_MORE_DATA);
            case START -> Optional.of(Result.FOUND);
            case OTHER -> Optional.empty();
        };
    }

    /** Looks at the bytes without consuming them. */
    static Result find(Buffer bytes, int maxFrameBytes) {
        byte[] first = new byte[FormatGuess.CONNECTION_BYTES];
        int received = Math.min(first.length, bytes.remaining());
        for (int i = 0; i < received; i++) {
            first[i] = bytes.get(bytes.position() + i);
        }
        Optional<FormatGuess> format = FormatGuess.ofConnection(first, received, maxFrameBytes);
        if (format.isEmpty()) {
            return Result.NEED_MORE_DATA;
        }
        return switch (format.get()) {
            case BINARY, COMPACT, THEADER -> Result.FOUND;
            case FRAMED -> isFrame(first, maxFrameBytes) ? Result.FOUND : Result.NOT_FOUND;
            default -> Result.NOT_FOUND;
        };
    }

    /** Whether bytes that look like nothing else are the length of a frame. */
    private static boolean isFrame(byte[] first, int maxFrameBytes) {
        int length = ByteBuffer.wrap(first).getInt();
        boolean isHttp = FormatGuess.ofFirstBytes(Arrays.copyOf(first, Integer.BYTES))
                .filter(FormatGuess.HTTP::equals)
                .isPresent();
        return length > 0 && length <= maxFrameBytes && !isHttp && !FormatGuess.isTlsHandshake(first);
    }
}
