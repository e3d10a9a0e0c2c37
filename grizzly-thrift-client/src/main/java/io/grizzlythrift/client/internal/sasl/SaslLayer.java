package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.security.QualityOfProtection;
import java.nio.ByteBuffer;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;

/**
 * The frames of a connection after its negotiation: a 32-bit length, and bytes that are wrapped unless the quality of
 * protection is {@code auth}. Without wrapping, this object is only asked for lengths.
 *
 * <p>Thread-safe: the JDK's mechanisms use the same fields to wrap and to unwrap, so a lock guards both. The writer and the reader of
 * a connection hold it for a piece of at most {@link #maxPlainBytes} each.
 */
public final class SaslLayer {
    /** The least number of bytes that a server must accept at once: each frame costs some 30 bytes, and a step of the mechanism. */
    static final int MIN_PLAIN_BYTES = 512;

    private final SaslClient client;
    private final boolean wraps;
    private final int maxPlainBytes;

    private SaslLayer(SaslClient client, boolean wraps, int maxPlainBytes) {
        this.client = client;
        this.wraps = wraps;
        this.maxPlainBytes = maxPlainBytes;
    }

    /**
     * Creates the layer of a completed negotiation.
     *
     * @throws SaslException if the server accepts so few bytes at once that each message would become very many frames
     */
    static SaslLayer of(SaslClient client) throws SaslException {
        Object qop = client.getNegotiatedProperty(Sasl.QOP);
        boolean wraps = qop != null && !qop.equals(QualityOfProtection.AUTH.saslName());
        Object rawSendSize = wraps ? client.getNegotiatedProperty(Sasl.RAW_SEND_SIZE) : null;
        int most = rawSendSize == null ? 0 : Integer.parseInt(rawSendSize.toString());
        if (most > 0 && most < MIN_PLAIN_BYTES) {
            throw new SaslException("the server accepts " + most + " bytes at once, must be at least " + MIN_PLAIN_BYTES
                    + " to protect messages");
        }
        SaslLayer layer = new SaslLayer(client, wraps, most > 0 ? most : Integer.MAX_VALUE);
        if (!wraps) {
            layer.dispose();
        }
        return layer;
    }

    /** {@return whether the bytes of frames are wrapped} */
    public boolean wraps() {
        return wraps;
    }

    /** {@return how many bytes may be wrapped at once} */
    public int maxPlainBytes() {
        return maxPlainBytes;
    }

    /** Wraps bytes, and returns them as a frame. Frames must be sent in the order in which they are wrapped. */
    public ByteBuffer wrap(byte[] bytes, int from, int count) throws SaslException {
        byte[] wrapped;
        synchronized (client) {
            wrapped = client.wrap(bytes, from, count);
        }
        return ByteBuffer.allocate(Integer.BYTES + wrapped.length)
                .putInt(wrapped.length)
                .put(wrapped)
                .flip();
    }

    byte[] unwrap(byte[] bytes, int from, int count) throws SaslException {
        byte[] plain;
        synchronized (client) {
            plain = client.unwrap(bytes, from, count);
        }
        // facts.md#digest-md5-of-the-jdk-drops-what-does-not-verify
        if (count > 0
                && plain != null
                && plain.length == 0
                && client.getMechanismName().equals(SaslCredentials.DIGEST_MD5)) {
            throw new SaslException("it does not verify");
        }
        return plain;
    }

    /** The mechanism is not needed any more: erases keys. May be called again. */
    void dispose() {
        try {
            synchronized (client) {
                client.dispose();
            }
        } catch (SaslException e) {
            return; // nothing is left to do
        }
    }
}
