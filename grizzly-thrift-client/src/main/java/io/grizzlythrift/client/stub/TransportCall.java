package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.completion.Outcomes;
import io.grizzlythrift.client.pool.ClientParts;
import java.util.Optional;
import org.apache.thrift.protocol.TMessageType;

/** A call of a generated client over a transport. It is over when the reply is there, whether it is read or not. */
final class TransportCall extends BlockingCall {
    private final Outcomes outcomes;

    TransportCall(String method, boolean oneway, long timeoutNanos, ClientParts parts) {
        super(method, Optional.empty(), oneway, timeoutNanos, parts);
        outcomes = parts.outcomes();
    }

    @Override
    public void replied(CallCodec reply) {
        if (reply.header().type == TMessageType.EXCEPTION) {
            outcomes.threw(this, Optional.empty(), reply.length());
        } else {
            outcomes.completed(this, reply.length());
        }
        super.replied(reply);
    }
}
