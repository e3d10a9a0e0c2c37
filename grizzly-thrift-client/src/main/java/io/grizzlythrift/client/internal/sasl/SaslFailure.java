package io.grizzlythrift.client.internal.sasl;

import java.io.IOException;

/** Authentication failed: the server refused it, the server could not prove itself, or there are no usable credentials. */
public final class SaslFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final String logged;

    /** @param logged the message without any text from the server */
    SaslFailure(String message, String logged, Throwable cause) {
        super(message, cause);
        this.logged = logged;
    }

    SaslFailure(String message, Throwable cause) {
        this(message, message, cause);
    }

    /** {@return the message without any text from the server} */
    public String logged() {
        return logged;
    }
}
