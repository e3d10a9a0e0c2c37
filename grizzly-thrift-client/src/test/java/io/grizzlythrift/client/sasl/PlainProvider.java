package io.grizzlythrift.client.sasl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import javax.security.sasl.SaslServerFactory;

/** The server's side of PLAIN, which the JDK does not have. */
public final class PlainProvider extends Provider {
    static final String PLAIN = "PLAIN";
    private static final long serialVersionUID = 1L;

    private PlainProvider() {
        super("PLAIN of the tests", "1", "the server's side of PLAIN");
        put("SaslServerFactory." + PLAIN, Factory.class.getName());
    }

    static void install() {
        Security.addProvider(new PlainProvider()); // does nothing the second time
    }

    /** Creates servers. */
    public static final class Factory implements SaslServerFactory {
        @Override
        public SaslServer createSaslServer(
                String mechanism, String protocol, String server, Map<String, ?> properties, CallbackHandler handler) {
            return mechanism.equals(PLAIN) ? new PlainServer(handler) : null;
        }

        @Override
        public String[] getMechanismNames(Map<String, ?> properties) {
            return new String[] {PLAIN};
        }
    }

    private static final class PlainServer implements SaslServer {
        private final CallbackHandler handler;
        private String user;

        PlainServer(CallbackHandler handler) {
            this.handler = handler;
        }

        @Override
        public String getMechanismName() {
            return PLAIN;
        }

        @Override
        public byte[] evaluateResponse(byte[] response) throws SaslException {
            String[] parts = new String(response, StandardCharsets.UTF_8).split("\0", -1);
            NameCallback name = new NameCallback("user", parts[1]);
            PasswordCallback password = new PasswordCallback("password", false);
            try {
                handler.handle(new Callback[] {name, password});
            } catch (IOException | UnsupportedCallbackException e) {
                throw new SaslException("no user", e);
            }
            if (!parts[2].equals(new String(password.getPassword()))) {
                throw new SaslException("wrong password of " + parts[1]);
            }
            user = parts[1];
            return null;
        }

        @Override
        public boolean isComplete() {
            return user != null;
        }

        @Override
        public String getAuthorizationID() {
            return user;
        }

        @Override
        public byte[] unwrap(byte[] incoming, int offset, int length) {
            throw new IllegalStateException();
        }

        @Override
        public byte[] wrap(byte[] outgoing, int offset, int length) {
            throw new IllegalStateException();
        }

        @Override
        public Object getNegotiatedProperty(String name) {
            return null;
        }

        @Override
        public void dispose() {}
    }
}
