package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.ArrivedCall;
import io.grizzlythrift.frame.FrameBatch;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.glassfish.grizzly.attributes.AttributeHolder;

/** A call of a read, as {@link Prioritizer} shows it to the user. Used only by the thread that reads. */
final class ReadCall implements ArrivedCall {
    private final CallOrigin origin;
    private final FrameBatch frames;
    private final int frame;

    ReadCall(CallOrigin origin, FrameBatch frames, int frame) {
        this.origin = origin;
        this.frames = frames;
        this.frame = frame;
    }

    @Override
    public Optional<String> header(String name) {
        Objects.requireNonNull(name, "name");
        if (frames.hasHeader(frame)) {
            return frames.header(frame).value(name);
        }
        List<String> values = origin.headers().get(name);
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    @Override
    public SocketAddress peerAddress() {
        return (SocketAddress) origin.connection().getPeerAddress();
    }

    @Override
    public AttributeHolder connectionAttributes() {
        return origin.connection().getAttributes();
    }
}
