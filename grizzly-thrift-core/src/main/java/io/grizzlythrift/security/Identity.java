package io.grizzlythrift.security;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose name was proved: its principal, the mechanism of the proof, and what else the proof tells. Immutable,
 * but not the {@link #subject() subject}, nor attributes that are mutable objects.
 */
public final class Identity {
    /** The attribute with the names of the caller's groups: a {@code Collection<String>}. */
    public static final String GROUPS = "groups";

    /** The attribute with the SPIFFE id of the caller, such as {@code spiffe://example.org/billing}: a {@code String}. */
    public static final String SPIFFE_ID = "spiffeId";

    /** The {@link #mechanism()} of a client certificate of TLS. */
    public static final String CERTIFICATE = "certificate";

    /**
     * The attribute with the alternative names of a certificate: a {@code List<String>} of, for example, {@code
     * dns:client.example.org}. The types are {@code dn}, {@code dns}, {@code email}, {@code ip} and {@code uri}.
     */
    public static final String ALTERNATIVE_NAMES = "alternativeNames";

    private final String principal;
    private final String mechanism;
    private final Map<String, Object> attributes;
    private final @Nullable Subject subject;

    private Identity(Builder builder) {
        principal = builder.principal;
        mechanism = builder.mechanism;
        attributes = Map.copyOf(builder.attributes);
        subject = builder.subject;
    }

    /**
     * Starts to build an identity.
     *
     * @param principal the proved name, in the form of the mechanism, such as {@code alice@EXAMPLE.COM}; not blank
     * @param mechanism how it was proved, as {@link #mechanism()} returns it; not blank
     * @return a builder without attributes and subject
     * @throws IllegalArgumentException if one of them is blank
     */
    public static Builder builder(String principal, String mechanism) {
        return new Builder(requireText(principal, "principal"), requireText(mechanism, "mechanism"));
    }

    /** {@return the name of the caller, in the form of the mechanism; not blank} */
    public String principal() {
        return principal;
    }

    /**
     * {@return how the name was proved: the name of a SASL mechanism, such as {@code GSSAPI} or {@code PLAIN}, {@code
     * certificate}, or the scheme of a token in lower case, such as {@code basic} or {@code bearer}}
     */
    public String mechanism() {
        return mechanism;
    }

    /** {@return what else is known about the caller, by name, such as {@link #GROUPS}; read-only} */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /**
     * Returns the subject that stands for the caller in JAAS. Handlers run as this subject; an asynchronous one until it
     * returns, not in what it starts on other threads.
     *
     * @return empty if there is none
     */
    public Optional<Subject> subject() {
        return Optional.ofNullable(subject);
    }

    /** {@return the principal and the mechanism; attributes and the subject may contain secrets} */
    @Override
    public String toString() {
        return principal + " (" + mechanism + ")";
    }

    private static String requireText(String value, String name) {
        if (Objects.requireNonNull(value, name).isBlank()) {
            throw new IllegalArgumentException(name + " must not be blank");
        }
        return value;
    }

    /** Builds an identity. Used by one thread. */
    public static final class Builder {
        private final String principal;
        private final String mechanism;
        private final Map<String, Object> attributes = new HashMap<>();
        private @Nullable Subject subject;

        private Builder(String principal, String mechanism) {
            this.principal = principal;
            this.mechanism = mechanism;
        }

        /**
         * Sets an attribute, and replaces an earlier one with the same name.
         *
         * @param name not blank
         * @param value of any type; immutable if several calls use it
         * @return this builder
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder attribute(String name, Object value) {
            attributes.put(requireText(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * Sets the subject that handlers run as.
         *
         * @param subject used by all calls of the identity, on several threads
         * @return this builder
         */
        public Builder subject(Subject subject) {
            this.subject = Objects.requireNonNull(subject, "subject");
            return this;
        }

        /** {@return the identity} */
        public Identity build() {
            return new Identity(this);
        }
    }
}
