package io.grizzlythrift.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Passes credentials to the function for their scheme. Immutable. */
final class SchemeAuthenticator implements Authenticator {
    private final Map<String, Function<CallCredentials, CompletionStage<Identity>>> byScheme;
    private final List<String> challenges;

    private SchemeAuthenticator(
            Map<String, Function<CallCredentials, CompletionStage<Identity>>> byScheme, List<String> challenges) {
        this.byScheme = byScheme;
        this.challenges = challenges;
    }

    static Authenticator basic(String realm, BiFunction<String, String, CompletionStage<Identity>> check) {
        Objects.requireNonNull(check, "check");
        if (!Objects.requireNonNull(realm, "realm").chars().allMatch(SchemeAuthenticator::mayBeQuoted)) {
            throw new IllegalArgumentException(
                    "realm is '" + realm + "', must be printable ASCII without quotes and backslashes");
        }
        return of("basic", "Basic realm=\"" + realm + "\", charset=\"UTF-8\"", credentials -> {
            String pair = new String(decode(credentials), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 || pair.substring(0, colon).isBlank()
                    ? refused("basic credentials without a name")
                    : check.apply(pair.substring(0, colon), pair.substring(colon + 1));
        });
    }

    static Authenticator bearer(Function<String, CompletionStage<Identity>> check) {
        Objects.requireNonNull(check, "check");
        return of("bearer", "Bearer", credentials -> check.apply(credentials.token()));
    }

    static Authenticator negotiate(Function<byte[], CompletionStage<Identity>> check) {
        Objects.requireNonNull(check, "check");
        return of("negotiate", "Negotiate", credentials -> check.apply(decode(credentials)));
    }

    private static Authenticator of(
            String scheme, String challenge, Function<CallCredentials, CompletionStage<Identity>> check) {
        return new SchemeAuthenticator(Map.of(scheme, check), List.of(challenge));
    }

    static Authenticator anyOf(List<Authenticator> authenticators) {
        if (authenticators.isEmpty()) {
            throw new IllegalArgumentException("authenticators has 0 elements, must have at least 1");
        }
        Map<String, Function<CallCredentials, CompletionStage<Identity>>> all = new LinkedHashMap<>();
        for (Authenticator authenticator : authenticators) {
            for (String challenge : authenticator.challenges()) {
                all.putIfAbsent(schemeOf(challenge), authenticator::authenticate);
            }
        }
        return new SchemeAuthenticator(
                all,
                authenticators.stream()
                        .flatMap(each -> each.challenges().stream())
                        .toList());
    }

    private static String schemeOf(String challenge) {
        int space = challenge.indexOf(' ');
        return (space < 0 ? challenge : challenge.substring(0, space)).toLowerCase(Locale.ROOT);
    }

    private static boolean mayBeQuoted(int character) {
        return character >= ' ' && character <= '~' && character != '"' && character != '\\';
    }

    @Override
    public CompletionStage<Identity> authenticate(CallCredentials credentials) {
        Function<CallCredentials, CompletionStage<Identity>> check = byScheme.get(credentials.scheme());
        if (check == null || credentials.token().isEmpty()) {
            return refused("credentials of another scheme, or without a token");
        }
        try {
            return check.apply(credentials);
        } catch (MalformedToken e) {
            return refused("a token that is not Base64");
        }
    }

    @Override
    public List<String> challenges() {
        return challenges;
    }

    private static byte[] decode(CallCredentials credentials) {
        try {
            return Base64.getDecoder().decode(credentials.token());
        } catch (IllegalArgumentException e) {
            throw new MalformedToken();
        }
    }

    private static CompletionStage<Identity> refused(String reason) {
        return CompletableFuture.failedFuture(new GeneralSecurityException(reason));
    }

    /** A token of a peer that cannot be decoded. */
    private static final class MalformedToken extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
