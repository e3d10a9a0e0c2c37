package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.connection.ConnectionSecurity;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.SaslMechanism;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of one connection of a server with SASL. The thread that reads the connection changes it, and results of
 * evaluations are handed to that thread; fields that others read are volatile. A failure writes a message that says why, and
 * closes the connection.
 */
public final class SaslConnection implements ConnectionSecurity {
    private static final Logger LOG = LoggerFactory.getLogger(SaslConnection.class);

    private enum Phase {
        /** Too few bytes have arrived to tell whether it negotiates. */
        DETECTING,
        /** A message of the client is awaited. */
        READING,
        /** A response is evaluated; the client must wait. */
        EVALUATING,
        /** Frames are unwrapped. */
        AUTHENTICATED,
        /** It has not begun with SASL, and is served as without it. */
        PASSED,
        /** It closes. */
        REFUSED
    }

    private final SaslNegotiations all;
    private final NIOConnection connection;
    private final ReplyWriter raw;
    private final SaslReplyWriter writer;
    private final MemoryAccount memory;
    private final boolean tls;
    private final int maxFrameBytes;
    private volatile Phase phase = Phase.DETECTING;
    private volatile boolean pending;
    private volatile long pendingSince = System.nanoTime();
    private volatile long incompleteFrame;
    private volatile long incompleteSince;

    /** Null before it begins and once the client has authenticated. */
    private volatile Negotiation negotiation;

    /** Null until the client has authenticated. */
    private volatile SaslExchange authenticated;

    // Used by the thread that reads alone; null while there is no use for them.
    private ServerConnection owner;
    private StartDetector start;
    private TokenReader tokens;
    private IncomingFrames frames;

    /** @param tls whether there is TLS below */
    SaslConnection(
            SaslNegotiations all,
            NIOConnection connection,
            ReplyWriter raw,
            MemoryAccount memory,
            boolean tls,
            int maxFrameBytes) {
        this.all = all;
        this.connection = connection;
        this.raw = raw;
        this.memory = memory;
        this.tls = tls;
        this.maxFrameBytes = maxFrameBytes;
        writer = new SaslReplyWriter(raw);
        pending = all.config().required();
    }

    /** {@return writes the replies of this connection} */
    public ReplyWriter writer() {
        return writer;
    }

    /** Sets the connection that this belongs to, before its first read. */
    public void attach(ServerConnection opened) {
        owner = opened;
        opened.secure(this);
    }

    /** {@return whether what is read needs no change, now and later} */
    boolean isPassed() {
        return phase == Phase.PASSED;
    }

    /**
     * Takes a read, and returns the messages that it brought, or null if there are none. Never throws because of what the
     * client has sent. Called by the thread that reads.
     */
    Buffer read(Buffer read) {
        Phase now = phase;
        if (now == Phase.PASSED || (now == Phase.DETECTING && start == null && isOther(read))) {
            return read;
        }
        if (now == Phase.REFUSED) {
            read.tryDispose();
            return null;
        }
        Buffer bytes = withArray(read);
        return now == Phase.AUTHENTICATED ? unwrap(bytes) : negotiate(bytes);
    }

    /** Whether a connection begins with a byte that is not of SASL, and may. */
    private boolean isOther(Buffer read) {
        if (StartDetector.mayBegin(read.get(read.position())) || all.config().required()) {
            return false;
        }
        phase = Phase.PASSED;
        return true;
    }

    private Buffer withArray(Buffer read) {
        if (read.hasArray() && !read.isComposite()) {
            return read;
        }
        byte[] copy = new byte[read.remaining()];
        read.get(copy);
        read.tryDispose();
        return wrap(copy);
    }

    private Buffer wrap(byte[] bytes) {
        return Buffers.wrap(connection.getMemoryManager(), bytes);
    }

    private Buffer unwrap(Buffer read) {
        try {
            Buffer messages = frames.take(read);
            trackIncomplete(frames.incompleteFrame());
            return messages;
        } catch (IOException | RuntimeException e) { // of a provider
            if (memory.isOpen()) {
                owner.terminate(LimitType.MAX_FRAME_BYTES, SaslNegotiations.clean("SASL: " + e.getMessage()));
            }
            return null;
        }
    }

    private void trackIncomplete(long number) {
        long numbered = number == 0 ? 0 : FIRST_NUMBER + number;
        if (numbered != incompleteFrame) {
            incompleteSince = System.nanoTime();
            incompleteFrame = numbered;
        }
    }

    private Buffer negotiate(Buffer read) {
        byte[] array = read.array();
        int position = read.arrayOffset() + read.position();
        int to = position + read.remaining();
        if (phase == Phase.DETECTING) {
            if (start == null) {
                start = new StartDetector();
                beginPending();
            }
            switch (start.take(array, position, to)) {
                case MORE -> position = to;
                case START -> {
                    position += start.taken();
                    begin(start.mechanism());
                }
                default -> {
                    return passOrRefuse(read);
                }
            }
        }
        while (position < to && phase == Phase.READING) {
            position = tokens.take(array, position, to);
            if (position < 0) { // terminated to free its memory
                break;
            }
            afterToken();
        }
        if (position >= 0 && position < to && phase == Phase.EVALUATING) {
            refuse(NegotiationStatus.ERROR, "Bytes before the response of the server", true);
        }
        read.tryDispose();
        return null;
    }

    private void beginPending() {
        if (!pending) {
            pendingSince = System.nanoTime();
            pending = true;
        }
    }

    /** Handles a connection whose first bytes are not of SASL. Returns all of them. */
    private Buffer passOrRefuse(Buffer read) {
        byte[] earlier = start.earlier();
        start = null;
        Buffer bytes = read;
        if (earlier.length > 0) {
            byte[] joined = Arrays.copyOf(earlier, earlier.length + read.remaining());
            read.get(joined, earlier.length, read.remaining());
            read.tryDispose();
            bytes = wrap(joined);
        }
        if (!all.config().required()) {
            pending = false;
            phase = Phase.PASSED;
            return bytes;
        }
        byte[] first = new byte[Math.min(FormatGuess.FIRST_BYTES, bytes.remaining())];
        bytes.get(first);
        bytes.tryDispose();
        phase = Phase.REFUSED;
        pending = false;
        String seen =
                FormatGuess.ofFirstBytes(first).map(FormatGuess::unframedWords).orElse("bytes of no known format");
        owner.terminate(LimitType.SASL_REQUIRED, "SASL is required, and it begins with " + seen);
        return null;
    }

    private void begin(String name) {
        start = null;
        Optional<SaslMechanism> offered = all.config().mechanism(name);
        if (offered.isEmpty()) {
            String all = this.all.config().mechanisms().stream()
                    .map(SaslMechanism::name)
                    .collect(Collectors.joining(", "));
            refuseBegin(NegotiationStatus.BAD, name, "Unsupported mechanism type " + name + ", supported are " + all);
        } else if (all.config().needsTls(name) && !tls) {
            refuseBegin(NegotiationStatus.BAD, name, name + " needs TLS");
        } else if (all.failures().isAtLimit(connection)) {
            all.reached(
                    LimitType.SASL_MAX_FAILURES_PER_ADDRESS,
                    () -> "refused " + owner.peer() + ": its address has failed to authenticate "
                            + all.config().maxFailuresPerAddress() + " times within "
                            + all.config().failureWindow().toSeconds() + " s");
            refuseSilently(NegotiationStatus.ERROR, "Too many failures");
        } else if (!all.counters().tryBeginNegotiation(all.config().maxNegotiations())) {
            all.reached(
                    LimitType.SASL_MAX_NEGOTIATIONS,
                    () -> "refused " + owner.peer() + ": " + all.config().maxNegotiations()
                            + " negotiations are in progress, which is maxNegotiations");
            refuseSilently(NegotiationStatus.ERROR, "Too many negotiations");
        } else {
            Negotiation begun = new Negotiation(all, offered.get(), owner::identity);
            tokens = new TokenReader(all.config().maxTokenBytes(), memory);
            negotiation = begun;
            phase = Phase.READING;
            if (!connection.isOpen()) { // closed by another thread, perhaps before the field was set
                begun.end();
            }
        }
    }

    private void refuseBegin(NegotiationStatus status, String name, String text) {
        all.logRefused(connection, name, Optional.empty(), text);
        refuseSilently(status, text);
    }

    /** Refuses a negotiation that has not begun, and so does not count yet. */
    private void refuseSilently(NegotiationStatus status, String text) {
        all.counters().countRefusedNegotiation();
        close(status, text);
    }

    /** Handles the message that has arrived, if it is complete. */
    private void afterToken() {
        if (tokens.isTooLong()) {
            int length = tokens.length();
            int max = all.config().maxTokenBytes();
            all.reached(
                    LimitType.SASL_MAX_TOKEN_BYTES,
                    () -> "refused " + owner.peer() + ": a token of SASL has " + length + " bytes, must be 0 to "
                            + max);
            negotiation.end();
            close(NegotiationStatus.ERROR, "Invalid payload header length: " + length);
        } else if (tokens.isComplete()) {
            evaluate(tokens.status(), tokens.next());
        }
    }

    private void evaluate(byte status, byte[] token) {
        if (status == NegotiationStatus.BAD.code() || status == NegotiationStatus.ERROR.code()) {
            refuse(NegotiationStatus.ERROR, "The client has ended the negotiation", false);
        } else if (status != NegotiationStatus.OK.code() && status != NegotiationStatus.COMPLETE.code()) {
            refuse(NegotiationStatus.ERROR, "Expected status OK or COMPLETE, but got " + status, true);
        } else {
            phase = Phase.EVALUATING;
            Negotiation current = negotiation;
            current.evaluate(token, (challenge, failure) -> onSelector(() -> evaluated(current, challenge, failure)));
        }
    }

    private void onSelector(Runnable action) {
        SelectorRunner selector = connection.getSelectorRunner();
        if (selector != null) { // else it is closed
            SelectorHandler.Task task = () -> {
                action.run();
                return true;
            };
            selector.getTransport().getSelectorHandler().enque(selector, task, null);
        }
    }

    private void evaluated(Negotiation current, byte[] challenge, Throwable failure) {
        if (phase != Phase.EVALUATING || !connection.isOpen()) {
            return; // refused or closed meanwhile, which has ended the negotiation
        }
        try {
            if (failure != null) {
                refuseFailed(failure);
            } else if (current.exchange().isComplete()) {
                authenticate(current, challenge);
            } else {
                phase = Phase.READING;
                write(NegotiationStatus.OK, challenge);
            }
        } catch (IOException | RuntimeException e) {
            refuseFailed(e);
        }
    }

    private void write(NegotiationStatus status, byte[] payload) throws IOException {
        byte[] message = status.message(payload == null ? new byte[0] : payload);
        raw.write(message, 0, message.length);
    }

    private void authenticate(Negotiation current, byte[] challenge) throws IOException {
        SaslExchange exchange = current.exchange();
        Identity identity = exchange.identity();
        Optional<SaslExchange.Protection> protection = exchange.protection();
        frames = protection.isPresent()
                ? new WrappedFrames(protection.get(), maxFrameBytes, connection.getMemoryManager(), memory)
                : new PlainFrames(maxFrameBytes);
        if (!current.complete()) {
            return; // closed meanwhile
        }
        tokens = null;
        owner.setIdentity(identity);
        authenticated = exchange;
        negotiation = null;
        write(NegotiationStatus.COMPLETE, challenge);
        writer.begin(protection);
        phase = Phase.AUTHENTICATED;
        pending = false;
        LOG.debug("{} has authenticated as {}", connection.getPeerAddress(), identity);
        if (!connection.isOpen()) { // closed by another thread, perhaps before the field was set
            closed();
        }
    }

    private void refuseFailed(Throwable failure) {
        Throwable cause = failure.getCause() != null && !(failure instanceof SaslException)
                ? failure.getCause() // of a CompletionException
                : failure;
        boolean ofClient = cause instanceof SaslException;
        Negotiation current = negotiation;
        if (current == null) { // the last message could not be written
            connection.terminateSilently();
            return;
        }
        if (ofClient) {
            all.failures().count(connection);
        }
        all.logRefused(connection, current.mechanism().name(), current.claimedName(), wordsFor(cause, ofClient));
        current.end();
        if (ofClient) {
            close(NegotiationStatus.BAD, "Authentication failed");
        } else {
            close(NegotiationStatus.ERROR, "The server cannot authenticate");
        }
    }

    /** The message of an application's exception may contain the password that it has checked. */
    private static String wordsFor(Throwable cause, boolean ofClient) {
        if (!ofClient) {
            return "the check has failed with " + cause.getClass().getName();
        }
        Throwable root = cause;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = String.valueOf(cause.getMessage());
        if (root == cause) {
            return text;
        }
        String type = root.getClass().getName();
        boolean ofKerberos = type.startsWith("sun.security.krb5.") || type.startsWith("org.ietf.jgss.");
        return text + " (" + (ofKerberos ? root.getMessage() : type) + ")";
    }

    /** Refuses a client that does not keep to the protocol. */
    private void refuse(NegotiationStatus status, String text, boolean answer) {
        Negotiation current = negotiation;
        if (answer) {
            all.failures().count(connection);
        }
        all.logRefused(connection, current.mechanism().name(), current.claimedName(), text);
        current.end();
        if (answer) {
            close(status, text);
        } else {
            stop();
            owner.refuse("SASL: " + text);
        }
    }

    private void close(NegotiationStatus status, String text) {
        stop();
        try {
            byte[] message = status.message(text);
            raw.write(message, 0, message.length);
            owner.refuse("SASL: " + text);
        } catch (IOException | RuntimeException e) { // the peer is gone
            connection.terminateSilently();
        }
    }

    private void stop() {
        phase = Phase.REFUSED;
        pending = false;
        if (tokens != null) {
            tokens.close();
            tokens = null;
        }
    }

    @Override
    public boolean isPending() {
        return pending;
    }

    @Override
    public long pendingSince() {
        return pendingSince;
    }

    @Override
    public Duration timeout() {
        return all.config().negotiationTimeout();
    }

    @Override
    public void restart(long now) {
        pendingSince = now;
    }

    @Override
    public long incompleteFrame() {
        return incompleteFrame;
    }

    @Override
    public long incompleteSince() {
        return incompleteSince;
    }

    @Override
    public void closed() {
        Negotiation pendingOne = negotiation;
        if (pendingOne != null) {
            pendingOne.end();
        }
        SaslExchange exchange = authenticated;
        if (exchange != null) {
            exchange.dispose();
        }
    }
}
