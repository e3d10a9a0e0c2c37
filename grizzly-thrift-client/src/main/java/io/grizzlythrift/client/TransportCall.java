package io.grizzlythrift.client;

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
    void replied(CallCodec reply) {
        if (reply.header().type == TMessageType.EXCEPTION) {
            outcomes.threw(this, Optional.empty(), reply.length());
        } else {
            outcomes.completed(this, reply.length());
        }
        super.replied(reply);
    }
}
