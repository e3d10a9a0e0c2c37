package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.message.NegotiationStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.glassfish.grizzly.Buffer;

/**
 * The first bytes of a connection, until they tell whether it negotiates: status 1, a length from 1 to {@value
 * #MAX_NAME_BYTES}, and that many characters of the name of a mechanism (RFC 4422, section 3.1). All three are needed: the
 * first four bytes are also the length of a frame of 16 MiB, but no message in it begins like the rest.
 */
public final class StartDetector {
    static final int MAX_NAME_BYTES = 20;
    private static final int MAX_BYTES = NegotiationStatus.HEADER_BYTES + MAX_NAME_BYTES;

    /** What the bytes so far tell. */
    public enum Verdict {
        /** More bytes are needed. */
        MORE,
        /** It does not negotiate. */
        OTHER,
        /** It negotiates; the name is complete. */
        START
    }

    private final byte[] first = new byte[MAX_BYTES];
    private int received;
    private int taken;

    /** {@return what the first bytes of a connection tell} Does not consume them. */
    public static Verdict judge(Buffer bytes) {
        byte[] first = new byte[Math.min(MAX_BYTES, bytes.remaining())];
        for (int i = 0; i < first.length; i++) {
            first[i] = bytes.get(bytes.position() + i);
        }
        return new StartDetector().take(first, 0, first.length);
    }

    /** {@return whether a connection that begins with this byte may negotiate} */
    static boolean mayBegin(byte first) {
        return first == NegotiationStatus.START.code();
    }

    /** Takes bytes until they tell. */
    Verdict take(byte[] read, int from, int to) {
        int position = from;
        Verdict verdict = Verdict.MORE;
        while (verdict == Verdict.MORE && position < to) {
            first[received++] = read[position++];
            verdict = judge();
        }
        taken = position - from;
        return verdict;
    }

    private Verdict judge() {
        byte last = first[received - 1];
        boolean fits = switch (received) {
            case 1 -> mayBegin(last);
            case 2, 3, 4 -> last == 0;
            case NegotiationStatus.HEADER_BYTES -> last >= 1 && last <= MAX_NAME_BYTES;
            default -> isOfName(last);
        };
        if (!fits) {
            return Verdict.OTHER;
        }
        boolean whole = received > NegotiationStatus.HEADER_BYTES
                && received == NegotiationStatus.HEADER_BYTES + first[NegotiationStatus.HEADER_BYTES - 1];
        return whole ? Verdict.START : Verdict.MORE;
    }

    private static boolean isOfName(byte character) {
        return (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '-'
                || character == '_';
    }

    /** {@return how many bytes of the last read were taken} */
    int taken() {
        return taken;
    }

    /** {@return the bytes of reads before the last one} */
    byte[] earlier() {
        return Arrays.copyOf(first, received - taken);
    }

    /** {@return the name of the mechanism, after {@link Verdict#START}} */
    String mechanism() {
        return new String(
                first,
                NegotiationStatus.HEADER_BYTES,
                received - NegotiationStatus.HEADER_BYTES,
                StandardCharsets.US_ASCII);
    }
}
