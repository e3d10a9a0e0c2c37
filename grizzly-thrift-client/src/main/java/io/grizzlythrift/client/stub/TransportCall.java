package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.completion.CallCompletion;
import io.grizzlythrift.client.context.ClientContext;
import java.util.Optional;
import org.apache.thrift.protocol.TMessageType;

/**
 * A call of a generated {@code Client} over a transport. It counts as ended when the reply arrives, even if the reply is never
 * read.
 */
final class TransportCall extends BlockingCall {
    private final CallCompletion completion;

    TransportCall(String method, boolean oneway, long timeoutNanos, ClientContext context) {
        super(method, oneway, timeoutNanos, context);
        completion = context.completion();
    }

    @Override
    public void replied(CallCodec reply) {
        if (reply.header().type == TMessageType.EXCEPTION) {
            completion.threw(this, Optional.empty(), reply.length());
        } else {
            completion.completed(this, reply.length());
        }
        super.replied(reply);
    }
}
