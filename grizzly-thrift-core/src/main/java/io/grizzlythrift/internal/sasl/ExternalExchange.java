package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.SaslMechanism;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import javax.security.sasl.SaslException;

/** The server's side of EXTERNAL (RFC 4422, appendix A): the client is who its certificate says. */
final class ExternalExchange implements SaslExchange {
    private final Optional<Identity> certificate;
    private final BiPredicate<String, String> impersonation;
    private Optional<Identity> identity = Optional.empty();

    /** @param certificate the identity that TLS has proved, or empty */
    ExternalExchange(Optional<Identity> certificate, BiPredicate<String, String> impersonation) {
        this.certificate = certificate;
        this.impersonation = impersonation;
    }

    @Override
    public CompletionStage<byte[]> evaluate(byte[] response) throws SaslException {
        Identity proved = certificate.orElseThrow(() -> new SaslException("the client has no certificate"));
        String wanted = new String(response, StandardCharsets.UTF_8);
        boolean same = wanted.isEmpty() || wanted.equals(proved.principal());
        if (!same && !impersonation.test(proved.principal(), wanted)) {
            throw new SaslException("the client may not act as another user");
        }
        Identity.Builder found = Identity.builder(same ? proved.principal() : wanted, SaslMechanism.EXTERNAL);
        proved.attributes().forEach(found::attribute);
        identity = Optional.of(found.build());
        return CompletableFuture.completedFuture(new byte[0]);
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
        return certificate.map(Identity::principal);
    }
}
