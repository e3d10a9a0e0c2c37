package io.grizzlythrift.internal.security;

import io.grizzlythrift.internal.call.RejectedCall.Reason;
import java.util.List;

/**
 * Why the caller of a call must not make it.
 *
 * @param reason one that is {@linkplain Reason#isOfCaller() of the caller}
 * @param text for the caller
 * @param challenges how the caller can prove who it is, in the form of HTTP; empty if that would not help
 */
public record CallDenial(Reason reason, String text, List<String> challenges) {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** {@return the status of a response of HTTP} */
    public int httpStatus() {
        return reason == Reason.UNAUTHENTICATED ? UNAUTHORIZED : FORBIDDEN;
    }
}
