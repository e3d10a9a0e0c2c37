package io.grizzlythrift.tls;

/** The supported versions of TLS. Older ones are insecure (RFC 8996). */
public enum TlsVersion {
    /** TLS 1.2, RFC 5246. */
    TLS_1_2("TLSv1.2"),

    /** TLS 1.3, RFC 8446. */
    TLS_1_3("TLSv1.3");

    private final String jdkName;

    TlsVersion(String jdkName) {
        this.jdkName = jdkName;
    }

    /** {@return the JDK's name of this version} */
    String jdkName() {
        return jdkName;
    }
}
