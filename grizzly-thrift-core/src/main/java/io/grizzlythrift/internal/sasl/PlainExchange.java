package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.PlainCredentials;
import io.grizzlythrift.security.PlainVerifier;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import javax.security.sasl.SaslException;

/** The server's side of PLAIN (RFC 4616), which the JDK does not have: authorization id NUL username NUL password. */
final class PlainExchange implements SaslExchange {
    private static final int FIELDS = 3;

    private final PlainVerifier verifier;
    private volatile Optional<String> claimed = Optional.empty();
    private volatile Optional<Identity> identity = Optional.empty();
    private volatile CompletionStage<Optional<Identity>> verifying;
    private boolean asked;

    PlainExchange(PlainVerifier verifier) {
        this.verifier = verifier;
    }

    @Override
    public CompletionStage<byte[]> evaluate(byte[] response) throws SaslException {
        if (response.length == 0 && !asked) { // no initial response: RFC 4422, section 4.1
            asked = true;
            return CompletableFuture.completedFuture(new byte[0]);
        }
        PlainCredentials credentials = parse(response);
        Arrays.fill(response, (byte) 0);
        claimed = Optional.of(credentials.username());
        CompletionStage<Optional<Identity>> stage = verifier.verify(credentials);
        verifying = stage;
        return stage.handle((found, failure) -> {
            Arrays.fill(credentials.password(), '\0');
            return accept(found, failure);
        });
    }

    private byte[] accept(Optional<Identity> found, Throwable failure) {
        if (failure != null) {
            throw new CompletionException(failure);
        }
        if (found.isEmpty()) {
            throw new CompletionException(new SaslException("the username or the password is wrong"));
        }
        identity = found;
        return new byte[0];
    }

    private static PlainCredentials parse(byte[] response) throws SaslException {
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(response));
        } catch (CharacterCodingException e) {
            throw new SaslException("the response is not UTF-8");
        }
        int[] ends = new int[FIELDS];
        int fields = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == '\0') {
                if (fields == FIELDS) {
                    throw malformed();
                }
                ends[fields++] = i;
            }
        }
        if (fields < FIELDS || ends[1] == ends[0] + 1) {
            throw malformed();
        }
        char[] password = new char[ends[2] - ends[1] - 1];
        text.duplicate().position(ends[1] + 1).get(password);
        String authorizationId = text.subSequence(0, ends[0]).toString();
        String username = text.subSequence(ends[0] + 1, ends[1]).toString();
        Arrays.fill(text.array(), '\0');
        return new PlainCredentials(authorizationId, username, password);
    }

    private static SaslException malformed() {
        return new SaslException("the response is not an authorization id, a username and a password");
    }

    @Override
    public void cancel() {
        CompletionStage<Optional<Identity>> stage = verifying;
        if (stage != null) {
            stage.toCompletableFuture().cancel(true);
        }
    }

    @Override
    public boolean isComplete() {
        return identity.isPresent();
    }

    @Override
    public Identity identity() {
        return identity.orElseThrow();
    }

    @Override
    public Optional<String> claimedName() {
        return claimed;
    }
}
