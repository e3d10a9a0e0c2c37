package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.client.security.SaslCredentials;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;

/** Logins by EXTERNAL, or by a mechanism that gets all it needs from the user's callback handler. */
final class CallbackSource implements Login.Source, Login {
    private final String principal;
    private final CallbackHandler callbacks;

    CallbackSource(SaslCredentials credentials) {
        principal = credentials.authorizationId().orElse("");
        callbacks = credentials.callbacks().orElse(CallbackSource::refuse);
    }

    private static void refuse(Callback... all) throws UnsupportedCallbackException {
        if (all.length > 0) {
            throw new UnsupportedCallbackException(all[0]);
        }
    }

    @Override
    public Login current() {
        return this;
    }

    @Override
    public String principal() {
        return principal;
    }

    /** {@inheritDoc} What the handler answers is not known, so its credentials always look the same. */
    @Override
    public Object fingerprint() {
        return this;
    }

    @Override
    public CallbackHandler callbacks() {
        return callbacks;
    }
}
