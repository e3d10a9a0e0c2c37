package io.grizzlythrift.client.internal.sasl;

import java.util.concurrent.Callable;
import javax.security.auth.callback.CallbackHandler;

/** What one connection authenticates with. Used by one thread at a time. */
interface Login {
    /** A source of logins. Thread-safe. */
    interface Source {
        /**
         * Returns the current login. May block.
         *
         * @throws Exception if there are no usable credentials; its message has no secret
         */
        Login current() throws Exception;

        /** Stops renewing. */
        default void close() {}
    }

    /** {@return who authenticates, for messages} */
    String principal();

    /** {@return an object that equals that of another login if both have the same credentials; no secret can be read from it} */
    Object fingerprint();

    /** {@return what gets the callbacks of the mechanism} */
    CallbackHandler callbacks();

    /** Runs a step of the mechanism with these credentials. */
    default <T> T run(Callable<T> step) throws Exception {
        return step.call();
    }

    /** Erases secrets. Called once the connection needs them no more; may be called again. */
    default void erase() {}
}
