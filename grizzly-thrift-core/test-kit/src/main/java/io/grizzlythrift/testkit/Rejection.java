package io.grizzlythrift.testkit;

import io.grizzlythrift.internal.call.RejectedCall;

/**
 * Why a server of this library rejects a call without running it. {@code ThriftClient} fails the call with a {@code
 * FailureCause}; clients of other libraries throw a {@code TApplicationException} of type {@code INTERNAL_ERROR} whose message
 * starts with {@code rejected:}.
 */
public enum Rejection {
    /** No capacity, memory or thread is free: {@code SERVER_OVERLOADED}. */
    OVERLOADED(RejectedCall.Reason.OVERLOADED, "the server is overloaded"),

    /** The server is about to stop: {@code SERVER_DRAINING}. */
    DRAINING(RejectedCall.Reason.DRAINING, "the server is shutting down"),

    /** The call waited too long in the queue of the server: {@code SERVER_QUEUE_TIMEOUT}. */
    QUEUE_TIMEOUT(RejectedCall.Reason.QUEUE_TIMEOUT, "it waited too long in the queue"),

    /** The deadline of the call had passed before it could start: {@code SERVER_QUEUE_TIMEOUT}. */
    DEADLINE_EXCEEDED(RejectedCall.Reason.DEADLINE_EXCEEDED, "its deadline has passed"),

    /** The client has cancelled the call: {@code CANCELLED}. */
    CANCELLED(RejectedCall.Reason.CANCELLED, "it was cancelled"),

    /** The caller may not make the call: {@code PERMISSION_DENIED}. */
    PERMISSION_DENIED(RejectedCall.Reason.PERMISSION_DENIED, "the caller may not call it"),

    /** The caller did not prove who it is: {@code UNAUTHENTICATED}. */
    UNAUTHENTICATED(RejectedCall.Reason.UNAUTHENTICATED, "the caller is not known");

    private final RejectedCall.Reason reason;
    private final String text;

    Rejection(RejectedCall.Reason reason, String text) {
        this.reason = reason;
        this.text = text;
    }

    RejectedCall reply() {
        return new RejectedCall(reason, text);
    }
}
