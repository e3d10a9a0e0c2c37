package io.grizzlythrift.security;

/** What SASL protects after both sides have authenticated. */
public enum QualityOfProtection {
    /** Nothing: messages are sent as they are. */
    AUTH("auth"),

    /** Messages cannot be changed on their way. */
    AUTH_INT("auth-int"),

    /** Messages can neither be changed nor be read on their way. */
    AUTH_CONF("auth-conf");

    private final String saslName;

    QualityOfProtection(String saslName) {
        this.saslName = saslName;
    }

    /** {@return the name in the property {@code javax.security.sasl.qop}} */
    public String saslName() {
        return saslName;
    }
}
