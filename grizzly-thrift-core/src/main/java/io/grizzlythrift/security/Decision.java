package io.grizzlythrift.security;

import java.util.Objects;

/** The decision of an {@link Authorizer}. Immutable: the same object may decide many calls. */
public final class Decision {
    private static final Decision ALLOW = new Decision(true, "");

    private final boolean allowed;
    private final String reason;

    private Decision(boolean allowed, String reason) {
        this.allowed = allowed;
        this.reason = reason;
    }

    /** {@return the decision that a call may run} */
    public static Decision allow() {
        return ALLOW;
    }

    /**
     * Returns the decision that a call must not run. The reply says that the caller lacks the permission; if the
     * caller has no identity, that it must authenticate.
     *
     * @param reason for the caller and the log; it must not contain secrets. A constant makes denying cheaper
     * @return a denial
     */
    public static Decision deny(String reason) {
        return new Decision(false, Objects.requireNonNull(reason, "reason"));
    }

    /** {@return whether the call may run} */
    public boolean isAllowed() {
        return allowed;
    }

    /** {@return the reason of a denial; an empty string if the call may run} */
    public String reason() {
        return reason;
    }

    /** {@return the decision and its reason} */
    @Override
    public String toString() {
        return allowed ? "allowed" : "denied: " + reason;
    }
}
