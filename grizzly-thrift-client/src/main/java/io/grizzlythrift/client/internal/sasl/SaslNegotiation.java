package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.message.NegotiationStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.Buffer;

/**
 * The client's side of the negotiation of one connection. A message is a status byte, a 32-bit length, and a payload:
 *
 * <pre>
 *   START mechanism, OK first response -->
 *                                      <-- OK challenge
 *                         OK response  -->
 *                                      <-- COMPLETE, perhaps with the server's proof; or BAD or ERROR with a text
 * </pre>
 *
 * <p>The thread that reads the connection parses; a thread of SASL takes each step of the mechanism, which may block. The two
 * alternate: a message that arrives during a step is an error. The lock of this object guards what happens if the connection ends
 * during a step: the thread of the step is interrupted, since code of the user may wait for another server there, and then
 * disposes of the mechanism; otherwise the thread that ends the negotiation does.
 */
final class SaslNegotiation {
    /** The length of the longest message that is accepted. */
    static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private static final byte[] EMPTY = {};

    /** Notified of what the negotiation needs, and of its end. */
    interface Peer {
        /** Sends bytes. Runs on any thread. */
        void send(ByteBuffer messages);

        /** The negotiation is complete. Runs on any thread; the connection must begin with this layer on its own. */
        void authenticated(SaslLayer layer);

        /** The negotiation has failed. Runs on any thread; called at most once. */
        void failed(IOException why);
    }

    private final SaslAuthenticator authenticator;
    private final String host;
    private final String server;
    private final Peer peer;

    // For the steps, one at a time, and the thread that disposes.
    private Login login;
    private SaslClient client;

    // For the thread that reads.
    private final byte[] first = new byte[FormatGuess.FIRST_BYTES];
    /** How many of the first bytes are known. */
    private int firstBytes;

    private volatile boolean heard;
    private final byte[] header = new byte[NegotiationStatus.HEADER_BYTES];
    private int headerBytes;
    private byte[] payload = EMPTY;
    private int payloadBytes;

    // Guarded by this.
    private boolean stepping;
    private boolean over;

    /** The thread that takes a step; null between steps, and before the thread has begun. */
    private Thread stepper;

    /** @param server identifies the server that may refuse the credentials */
    SaslNegotiation(SaslAuthenticator authenticator, String host, String server, Peer peer) {
        this.authenticator = authenticator;
        this.host = host;
        this.server = server;
        this.peer = peer;
    }

    /** Sends the first messages. Returns at once. */
    void begin() {
        runStep(this::start);
    }

    // ---- steps, on a thread of SASL

    private interface Step {
        /** Takes the step. Returns what to send then; null for nothing. */
        ByteBuffer run() throws Exception;
    }

    private void runStep(Step step) {
        boolean outOfTurn;
        synchronized (this) {
            outOfTurn = stepping;
            stepping = true;
        }
        if (outOfTurn) {
            fail(new IOException("SASL: the server sent a message out of turn"));
            return;
        }
        try {
            authenticator.threads().runAuthentication(() -> take(step));
        } catch (Throwable t) { // no thread could be started
            take(() -> {
                throw new IOException("SASL: no thread for the negotiation", t);
            });
        }
    }

    private void take(Step step) {
        ByteBuffer response = null;
        try {
            if (beginStep()) {
                response = step.run();
            }
        } catch (SaslFailure e) {
            fail(e);
        } catch (SaslException e) {
            fail(failure(e));
        } catch (IOException e) {
            fail(e);
        } catch (Throwable t) {
            fail(failure(t));
        }
        if (endStep()) {
            dispose();
        } else if (response != null) { // after the step, because the server may reply at once
            peer.send(response);
        }
    }

    /** Returns false if the negotiation is over. */
    private synchronized boolean beginStep() {
        stepper = over ? null : Thread.currentThread();
        return !over;
    }

    /** Returns whether the negotiation has ended meanwhile. The interrupt that this caused must not reach other steps. */
    private synchronized boolean endStep() {
        stepping = false;
        if (stepper != null) {
            stepper = null;
            Thread.interrupted();
        }
        return over;
    }

    private ByteBuffer start() throws Exception {
        login = authenticator.login();
        client = authenticator.newClient(login, host);
        byte[] mechanism = authenticator.mechanism().getBytes(StandardCharsets.US_ASCII);
        byte[] response = client.hasInitialResponse() ? evaluate(EMPTY) : EMPTY;
        byte[] begin = NegotiationStatus.START.message(mechanism);
        byte[] first = responseStatus().message(response);
        return ByteBuffer.allocate(begin.length + first.length)
                .put(begin)
                .put(first)
                .flip();
    }

    private byte[] evaluate(byte[] challenge) throws Exception {
        byte[] response = login.run(() -> client.evaluateChallenge(challenge));
        return response == null ? EMPTY : response;
    }

    private ByteBuffer evaluateAndRespond(byte[] challenge) throws Exception {
        if (client.isComplete()) {
            throw new SaslException("the server sent another challenge after the last one");
        }
        byte[] response = evaluate(challenge);
        return ByteBuffer.wrap(responseStatus().message(response));
    }

    /** The server is satisfied. */
    private ByteBuffer complete(byte[] proof) throws Exception {
        if (!client.isComplete()) {
            byte[] response = evaluate(proof);
            if (!client.isComplete() || response.length > 0) {
                throw new SaslException("the server ended the negotiation before the mechanism did");
            }
        }
        authenticator.requireAccepted(client);
        SaslLayer layer = SaslLayer.of(client);
        synchronized (this) {
            if (over) {
                return null;
            }
            over = true;
        }
        login.erase();
        authenticator.accepted(server);
        client = null; // belongs to the layer, which disposes of it
        peer.authenticated(layer);
        return null;
    }

    private NegotiationStatus responseStatus() {
        return client.isComplete() ? NegotiationStatus.COMPLETE : NegotiationStatus.OK;
    }

    // ---- the thread that reads

    /** Reads what the server sent. */
    void read(Buffer bytes) {
        while (bytes.hasRemaining() && !isOver()) {
            if (headerBytes < NegotiationStatus.HEADER_BYTES) {
                byte next = bytes.get();
                if (firstBytes < first.length) {
                    first[firstBytes++] = next;
                }
                heard = true;
                header[headerBytes++] = next;
                if (headerBytes == 1 && !isStatus(next)) {
                    notSasl(bytes);
                    return;
                }
                if (headerBytes == NegotiationStatus.HEADER_BYTES && !beginPayload()) {
                    return;
                }
            } else {
                int count = Math.min(payload.length - payloadBytes, bytes.remaining());
                bytes.get(payload, payloadBytes, count);
                payloadBytes += count;
            }
            if (headerBytes == NegotiationStatus.HEADER_BYTES && payloadBytes == payload.length) {
                byte[] whole = payload;
                headerBytes = 0;
                payloadBytes = 0;
                payload = EMPTY;
                handle(NegotiationStatus.of(header[0]).orElseThrow(), whole);
            }
        }
    }

    private static boolean isStatus(byte status) {
        return NegotiationStatus.of(status)
                .filter(known -> known != NegotiationStatus.START)
                .isPresent();
    }

    private boolean beginPayload() {
        int length = ByteBuffer.wrap(header).getInt(1);
        if (length < 0 || length > MAX_PAYLOAD_BYTES) {
            fail(new IOException("SASL: the server sent a message of " + Integer.toUnsignedString(length)
                    + " bytes, at most " + MAX_PAYLOAD_BYTES + " are accepted; does it speak SASL?"));
            return false;
        }
        payload = new byte[length];
        return true;
    }

    private void notSasl(Buffer rest) {
        int known = firstBytes;
        while (known < first.length && rest.hasRemaining()) {
            first[known++] = rest.get();
        }
        String looks = FormatGuess.ofFirstBytes(Arrays.copyOf(first, known))
                .map(guess -> "; it looks like " + guess.words())
                .orElse("; does it speak SASL?");
        fail(new IOException("SASL: the server sent " + (header[0] & 0xff) + " as a status" + looks));
    }

    private void handle(NegotiationStatus status, byte[] message) {
        switch (status) {
            case OK -> runStep(() -> evaluateAndRespond(message));
            case COMPLETE -> runStep(() -> complete(message));
            default -> refuse(message);
        }
    }

    /** The server refuses the credentials, or cannot continue. */
    private void refuse(byte[] text) {
        boolean early;
        synchronized (this) {
            early = stepping;
        }
        String who = early ? prefix("") : prefix(login.principal());
        String logged = who + "the server refused it";
        SaslFailure why = new SaslFailure(
                logged + ": " + LogSanitizer.printable(new String(text, StandardCharsets.UTF_8)), logged, null);
        if (!early) {
            authenticator.refused(server, login, why);
        }
        fail(why);
    }

    private String prefix(String principal) {
        return "SASL " + authenticator.mechanism() + (principal.isEmpty() ? "" : " as " + principal) + ": ";
    }

    /** Returns the failure of a step of the mechanism. */
    private SaslFailure failure(Throwable thrown) {
        Login known = login;
        SaslFailure why = new SaslFailure(prefix(known == null ? "" : known.principal()) + describe(thrown), thrown);
        if (known != null
                && firstBytes > 0) { // the server has seen the credentials, and its proof or a challenge is bad
            authenticator.refused(server, known, why);
        }
        return why;
    }

    /** The cause says more: the JDK's message is often just "GSS initiate failed". */
    private static String describe(Throwable thrown) {
        StringBuilder all = new StringBuilder(String.valueOf(thrown.getMessage()));
        Throwable cause = thrown.getCause();
        for (int i = 0; i < 2 && cause != null; i++) {
            all.append(": ").append(cause.getMessage());
            cause = cause.getCause();
        }
        return LogSanitizer.printable(all.toString());
    }

    // ---- its end, on any thread

    private synchronized boolean isOver() {
        return over;
    }

    /** The connection has closed. Runs on any thread. */
    void closed() {
        fail(new IOException("the server closed the connection "
                + (!heard
                        ? "and sent nothing in reply to SASL; does it speak SASL, and the mechanism "
                                + authenticator.mechanism() + "?"
                        : "within the SASL negotiation")));
    }

    private void fail(IOException why) {
        if (end()) {
            peer.failed(why);
        }
    }

    /** Returns false if it was over already. */
    private boolean end() {
        boolean dispose;
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            dispose = !stepping;
            if (stepper != null && stepper != Thread.currentThread()) {
                stepper.interrupt();
            }
        }
        if (dispose) {
            dispose();
        }
        return true;
    }

    private void dispose() {
        if (login != null) {
            login.erase();
        }
        try {
            if (client != null) {
                client.dispose();
            }
        } catch (SaslException e) {
            return; // nothing is left to do
        }
    }
}
