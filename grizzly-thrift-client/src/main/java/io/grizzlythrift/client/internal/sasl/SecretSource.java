package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.client.security.SaslCredentials;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.RealmChoiceCallback;
import javax.security.sasl.SaslException;

/** Logins with a user and a secret, which the user's supplier returns for each connection. */
final class SecretSource implements Login.Source {
    private static final int SALT_BYTES = 16;

    private final String user;
    private final Supplier<char[]> secret;
    private final Optional<String> realm;
    private final byte[] salt = new byte[SALT_BYTES];

    SecretSource(SaslCredentials credentials) {
        user = credentials.user().orElseThrow();
        secret = credentials.secret().orElseThrow();
        realm = credentials.realm();
        new SecureRandom().nextBytes(salt);
    }

    @Override
    public Login current() throws SaslException {
        char[] supplied;
        try {
            supplied = secret.get();
        } catch (RuntimeException e) {
            throw new SaslException("the supplier of the secret threw an exception", e);
        }
        if (supplied == null) {
            throw new SaslException("the supplier of the secret returned null");
        }
        return new SecretLogin(supplied.clone());
    }

    private ByteBuffer digest(char[] chars) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(chars));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            digest.update(bytes.duplicate());
            return ByteBuffer.wrap(digest.digest());
        } catch (NoSuchAlgorithmException e) { // every JDK has it
            throw new IllegalStateException(e);
        } finally {
            bytes.clear();
            bytes.put(new byte[bytes.capacity()]);
        }
    }

    private final class SecretLogin implements Login, CallbackHandler {
        private final char[] chars;
        private final ByteBuffer fingerprint;

        SecretLogin(char[] chars) {
            this.chars = chars;
            fingerprint = digest(chars);
        }

        @Override
        public String principal() {
            return user;
        }

        @Override
        public Object fingerprint() {
            return fingerprint;
        }

        @Override
        public CallbackHandler callbacks() {
            return this;
        }

        @Override
        public void handle(Callback[] all) throws UnsupportedCallbackException, SaslException {
            for (Callback callback : all) {
                if (callback instanceof NameCallback name) {
                    name.setName(user);
                } else if (callback instanceof PasswordCallback password) {
                    password.setPassword(chars);
                } else if (callback instanceof RealmChoiceCallback choice) {
                    choose(choice);
                } else if (callback instanceof RealmCallback text) {
                    text.setText(realm.orElse(text.getDefaultText()));
                } else {
                    throw new UnsupportedCallbackException(callback);
                }
            }
        }

        private void choose(RealmChoiceCallback choice) throws SaslException {
            int index = realm.map(wanted -> Arrays.asList(choice.getChoices()).indexOf(wanted))
                    .orElse(choice.getDefaultChoice());
            if (index < 0) {
                throw new SaslException("the server does not offer the realm '" + realm.orElse("") + "'");
            }
            choice.setSelectedIndex(index);
        }

        @Override
        public void erase() {
            Arrays.fill(chars, '\0');
        }
    }
}
