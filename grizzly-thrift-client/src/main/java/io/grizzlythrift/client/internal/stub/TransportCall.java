package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import java.util.Optional;
import org.apache.thrift.TException;

/**
 * A call of a generated {@code Client} over a transport. It has a single attempt, and counts as ended when the reply arrives,
 * even if the reply is never read.
 */
public final class TransportCall extends BlockingCall {
    private final CallCodec.Message message;

    /**
     * Creates a call that is not started yet.
     *
     * @param message what to send
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    public TransportCall(
            String method, boolean oneway, long timeoutNanos, ClientContext context, CallCodec.Message message) {
        super(method, context);
        this.message = message;
        first(new Attempt(this, method, oneway, timeoutNanos));
    }

    /** {@return the attempt to start} */
    public PendingCall attempt() {
        return first();
    }

    @Override
    public void encode(CallCodec codec, int sequenceId) throws TException {
        codec.resume(message);
        codec.copyMessage(sequenceId);
    }

    @Override
    Optional<String> service() {
        return Optional.empty();
    }

    @Override
    void replied(Attempt attempt, CallCodec reply) {
        count(attempt, reply.header().type, reply.length());
        super.replied(attempt, reply);
    }
}
