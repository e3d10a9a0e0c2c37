package io.grizzlythrift.client.sasl;

import io.grizzlythrift.client.security.SaslCredentials;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;

/** The users of a server and their passwords. Thread-safe. */
public final class Accounts implements CallbackHandler {
    public static final String USER = "alice";
    public static final String PASSWORD = "correct horse";

    private final Map<String, String> passwords = new ConcurrentHashMap<>(Map.of(USER, PASSWORD));
    private final AtomicInteger asked = new AtomicInteger();

    public void set(String user, String password) {
        passwords.put(user, password);
    }

    /** Returns the password of a user. */
    String ask(String user) {
        asked.incrementAndGet();
        return passwords.getOrDefault(user, "");
    }

    boolean isRight(String user, char[] password) {
        return ask(user).equals(new String(password));
    }

    /** Returns how often a password was asked for. */
    public int asked() {
        return asked.get();
    }

    /** Returns credentials of the user with a password. */
    public static SaslCredentials.Builder credentials(String mechanism, String password) {
        return mechanism.equals(SaslCredentials.PLAIN)
                ? SaslCredentials.plain(USER, password::toCharArray).allowPlainWithoutTls()
                : SaslCredentials.digestMd5(USER, password::toCharArray)
                        .service(SaslServers.SERVICE)
                        .serverName(SaslServers.NAME);
    }

    @Override
    public void handle(Callback[] callbacks) throws IOException, UnsupportedCallbackException {
        String user = null;
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                user = name.getDefaultName();
                name.setName(user);
            } else if (callback instanceof PasswordCallback password) {
                password.setPassword(ask(user).toCharArray());
            } else if (callback instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            } else if (callback instanceof AuthorizeCallback authorize) {
                authorize.setAuthorized(true);
            } else {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }
}
