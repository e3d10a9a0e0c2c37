package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.dispatch.CallTranscoder.Response;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.dispatch.ResponseHead.Header;
import io.grizzlythrift.internal.security.CallDenial;
import java.util.List;
import org.apache.thrift.TApplicationException;

/**
 * The responses to requests and calls that fail: {@code {"error": {"type": "UNKNOWN_METHOD", "message": "..."}}} with a
 * status.
 */
final class JsonFailures {
    private JsonFailures() {}

    /** Returns the response to a request that is refused because of its head. */
    static Response refusal(int status, String type, String message, Header... headers) {
        ResponseHead head = JsonHeads.of(status, JsonHeads.JSON, List.of(headers));
        return new Response(head, JsonText.error(type, message));
    }

    /** Returns the response to a caller who must not make a call. */
    static Response denial(CallDenial denial) {
        Header[] challenges = denial.challenges().stream()
                .map(challenge -> new Header("WWW-Authenticate", challenge))
                .toArray(Header[]::new);
        return refusal(denial.httpStatus(), denial.reason().name(), denial.text(), challenges);
    }

    /** Returns the response to a call that failed with an exception that it does not declare. */
    static Response of(TApplicationException failure) {
        boolean isRejection = failure instanceof RejectedCall;
        String type = isRejection ? ((RejectedCall) failure).reason().name() : nameOf(failure.getType());
        int status = isRejection ? statusOf(((RejectedCall) failure).reason()) : statusOf(failure.getType());
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        return new Response(JsonHeads.json(status), JsonText.error(type, message));
    }

    private static int statusOf(RejectedCall.Reason reason) {
        return switch (reason) {
            case OVERLOADED -> JsonHeads.TOO_MANY_REQUESTS;
            case PERMISSION_DENIED -> JsonHeads.FORBIDDEN;
            case UNAUTHENTICATED -> JsonHeads.UNAUTHORIZED;
            case DRAINING, QUEUE_TIMEOUT, DEADLINE_EXCEEDED, CANCELLED -> JsonHeads.SERVICE_UNAVAILABLE;
        };
    }

    private static int statusOf(int type) {
        return switch (type) {
            case TApplicationException.UNKNOWN_METHOD -> JsonHeads.NOT_FOUND;
            case TApplicationException.PROTOCOL_ERROR,
                    TApplicationException.INVALID_MESSAGE_TYPE,
                    TApplicationException.INVALID_PROTOCOL -> JsonHeads.BAD_REQUEST;
            default -> JsonHeads.INTERNAL_SERVER_ERROR;
        };
    }

    /** Returns the name of the constant of an exception type. */
    private static String nameOf(int type) {
        return switch (type) {
            case TApplicationException.UNKNOWN_METHOD -> "UNKNOWN_METHOD";
            case TApplicationException.INVALID_MESSAGE_TYPE -> "INVALID_MESSAGE_TYPE";
            case TApplicationException.WRONG_METHOD_NAME -> "WRONG_METHOD_NAME";
            case TApplicationException.BAD_SEQUENCE_ID -> "BAD_SEQUENCE_ID";
            case TApplicationException.MISSING_RESULT -> "MISSING_RESULT";
            case TApplicationException.INTERNAL_ERROR -> "INTERNAL_ERROR";
            case TApplicationException.PROTOCOL_ERROR -> "PROTOCOL_ERROR";
            case TApplicationException.INVALID_TRANSFORM -> "INVALID_TRANSFORM";
            case TApplicationException.INVALID_PROTOCOL -> "INVALID_PROTOCOL";
            case TApplicationException.UNSUPPORTED_CLIENT_TYPE -> "UNSUPPORTED_CLIENT_TYPE";
            default -> "UNKNOWN";
        };
    }
}
