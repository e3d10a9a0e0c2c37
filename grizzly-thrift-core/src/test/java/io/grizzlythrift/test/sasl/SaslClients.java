package io.grizzlythrift.test.sasl;

import io.grizzlythrift.security.DigestSecrets;
import io.grizzlythrift.security.PlainVerifier;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.gen.Everything;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSaslClientTransport;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** SASL as libthrift's clients speak it, and servers that know one user. */
public final class SaslClients {
    public static final String USER = "alice";
    public static final String PASSWORD = "s3cret of alice";
    public static final String SERVICE = "thrift";
    public static final String HOST = "localhost";

    /** Knows {@link #USER}. */
    public static final PlainVerifier VERIFIER =
            PlainVerifier.of((name, password) -> name.equals(USER) && Arrays.equals(password, PASSWORD.toCharArray()));

    /** Knows {@link #USER}. */
    public static final DigestSecrets SECRETS =
            (name, realm) -> name.equals(USER) ? Optional.of(PASSWORD.toCharArray()) : Optional.empty();

    private SaslClients() {}

    /** Returns a builder with PLAIN, also without TLS, and DIGEST-MD5. */
    public static SaslConfig.Builder config() {
        return config(VERIFIER).mechanism(SaslMechanism.digestMd5(SERVICE, HOST, SECRETS));
    }

    /** Returns a builder with PLAIN, also without TLS. */
    public static SaslConfig.Builder config(PlainVerifier verifier) {
        return SaslConfig.builder().mechanism(SaslMechanism.plain(verifier)).allowWithoutTls(SaslMechanism.PLAIN);
    }

    /** Opens a transport of libthrift. */
    public static TTransport open(TTransport socket, String mechanism, String qop, String password)
            throws TTransportException {
        TSaslClientTransport sasl;
        try {
            sasl = new TSaslClientTransport(
                    mechanism,
                    null,
                    SERVICE,
                    HOST,
                    Map.of(Sasl.QOP, qop),
                    callbacks -> answer(callbacks, password),
                    socket);
        } catch (javax.security.sasl.SaslException e) {
            throw new TTransportException(e);
        }
        try {
            sasl.open();
        } catch (TTransportException e) {
            socket.close();
            throw e;
        }
        return sasl;
    }

    public static TTransport open(int port, String mechanism, String qop) throws TTransportException {
        return open(new TSocket(HOST, port, ClientKind.TIMEOUT_MILLIS), mechanism, qop, PASSWORD);
    }

    public static Everything.Client client(TTransport transport) {
        return new Everything.Client(new TBinaryProtocol(transport));
    }

    /** Answers the callbacks of a client of {@link #USER}. */
    public static void answer(Callback[] callbacks, String password) {
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                name.setName(USER);
            } else if (callback instanceof PasswordCallback asked) {
                asked.setPassword(password.toCharArray());
            } else if (callback instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            }
        }
    }
}
