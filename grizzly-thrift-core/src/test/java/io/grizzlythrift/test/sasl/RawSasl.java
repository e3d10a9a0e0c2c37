package io.grizzlythrift.test.sasl;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.RawClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;

/** A client that writes the messages of a negotiation by hand. */
public final class RawSasl implements AutoCloseable {
    public static final byte START = 1;
    public static final byte OK = 2;
    public static final byte BAD = 3;
    public static final byte ERROR = 4;
    public static final byte COMPLETE = 5;

    private final RawClient client;

    public RawSasl(ThriftServer server) throws IOException {
        this(server.addresses().get(0));
    }

    public RawSasl(InetSocketAddress address) throws IOException {
        client = new RawClient(address);
    }

    /** A message of the server. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Message(byte status, byte[] payload) {
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }
    }

    public static byte[] message(int status, byte[] payload) {
        return header(status, payload.length, payload);
    }

    /** Returns a message that announces any length. */
    public static byte[] header(int status, int length, byte[] payload) {
        return ByteBuffer.allocate(5 + payload.length)
                .put((byte) status)
                .putInt(length)
                .put(payload)
                .array();
    }

    public static byte[] start(String mechanism) {
        return message(START, mechanism.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the response of PLAIN. */
    public static byte[] plain(String user, String password) {
        return ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer joined = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }

    /** Returns all that a client of PLAIN sends. */
    public static byte[] plainNegotiation(String password) {
        return join(start("PLAIN"), message(COMPLETE, plain(SaslClients.USER, password)));
    }

    public RawSasl send(byte[]... parts) throws IOException {
        client.send(join(parts));
        return this;
    }

    /** Sends bytes one at a time. */
    public RawSasl sendSingly(byte[] bytes) throws IOException {
        for (byte each : bytes) {
            client.send(new byte[] {each});
        }
        return this;
    }

    public Message read() throws IOException {
        byte[] header = client.readBytes(5);
        return new Message(
                header[0], client.readBytes(ByteBuffer.wrap(header, 1, 4).getInt()));
    }

    /** Authenticates with PLAIN. */
    public RawSasl authenticate() throws IOException {
        send(plainNegotiation(SaslClients.PASSWORD));
        Message last = read();
        if (last.status() != COMPLETE) {
            throw new IOException("the server says " + last.text());
        }
        return this;
    }

    /** Authenticates with DIGEST-MD5, and returns what wraps and unwraps the frames that follow. */
    public SaslClient authenticate(String qop) throws IOException {
        return authenticate(Map.of(Sasl.QOP, qop));
    }

    /** Does the same with properties of the client. */
    public SaslClient authenticate(Map<String, String> properties) throws IOException {
        SaslClient sasl = Sasl.createSaslClient(
                new String[] {"DIGEST-MD5"},
                null,
                SaslClients.SERVICE,
                SaslClients.HOST,
                properties,
                callbacks -> SaslClients.answer(callbacks, SaslClients.PASSWORD));
        send(start("DIGEST-MD5"), message(OK, new byte[0]));
        send(message(OK, sasl.evaluateChallenge(read().payload())));
        Message last = read();
        if (last.status() != COMPLETE) {
            throw new IOException("the server says " + last.text());
        }
        sasl.evaluateChallenge(last.payload());
        return sasl;
    }

    public RawClient client() {
        return client;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
