package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.DigestSecrets;
import io.grizzlythrift.security.SaslMechanism;
import java.util.Arrays;
import java.util.Optional;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;

/** Answers the callbacks of a provider for one client of a mechanism that has no handler of its own. */
final class ProviderCallbacks implements CallbackHandler {
    private final SaslMechanism mechanism;
    private volatile Optional<String> claimed = Optional.empty();

    ProviderCallbacks(SaslMechanism mechanism) {
        this.mechanism = mechanism;
    }

    /** {@return the name that the client has given} */
    Optional<String> claimedName() {
        return claimed;
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        String username = "";
        String realm = "";
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                username = textOf(name.getDefaultName());
                name.setName(username);
                claimed = Optional.of(username);
            } else if (callback instanceof RealmCallback chosen) {
                realm = textOf(chosen.getDefaultText());
                chosen.setText(realm);
            } else if (callback instanceof AuthorizeCallback authorize) {
                authorize(authorize);
            } else if (!(callback instanceof PasswordCallback)
                    || mechanism.digestSecrets().isEmpty()) {
                throw new UnsupportedCallbackException(callback);
            }
        }
        for (Callback callback : callbacks) { // a password belongs to the name beside it
            if (callback instanceof PasswordCallback password) {
                setSecret(password, mechanism.digestSecrets().orElseThrow(), username, realm);
            }
        }
    }

    private static void setSecret(PasswordCallback callback, DigestSecrets secrets, String username, String realm) {
        secrets.secretOf(username, realm).ifPresent(secret -> {
            callback.setPassword(secret); // a copy
            Arrays.fill(secret, '\0');
        });
    }

    private void authorize(AuthorizeCallback callback) {
        String proved = callback.getAuthenticationID();
        String wanted = callback.getAuthorizationID();
        claimed = Optional.ofNullable(proved);
        boolean same = wanted == null || wanted.isEmpty() || wanted.equals(proved);
        callback.setAuthorized(same || mechanism.impersonation().test(proved, wanted));
        callback.setAuthorizedID(same ? proved : wanted);
    }

    private static String textOf(String given) {
        return given == null ? "" : given;
    }
}
