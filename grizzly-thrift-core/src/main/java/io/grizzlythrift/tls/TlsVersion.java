package io.grizzlythrift.tls;

/** The versions of TLS that may be spoken. Older ones are broken. */
public enum TlsVersion {
    /** TLS 1.2, RFC 5246. */
    TLS_1_2("TLSv1.2"),

    /** TLS 1.3, RFC 8446. */
    TLS_1_3("TLSv1.3");

    private final String jdkName;

    TlsVersion(String jdkName) {
        this.jdkName = jdkName;
    }

    /** What the JDK calls it. */
    String jdkName() {
        return jdkName;
    }
}
