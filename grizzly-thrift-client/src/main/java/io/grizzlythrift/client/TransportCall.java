package io.grizzlythrift.client;

/** A call of a generated client over a transport. It is over when the reply is there, whether it is read or not. */
final class TransportCall extends BlockingCall {
    private final Outcomes outcomes;

    TransportCall(String method, boolean oneway, long timeoutNanos, ClientParts parts) {
        super(method, oneway, timeoutNanos, parts);
        outcomes = parts.outcomes();
    }

    @Override
    void replied(CallCodec reply) {
        outcomes.completed();
        super.replied(reply);
    }
}
