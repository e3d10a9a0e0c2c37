package io.grizzlythrift.internal.message;

import java.security.CodeSource;
import org.apache.thrift.protocol.TProtocol;

/**
 * Checks the version of libthrift that a class loader finds. If two versions are on the class path, classes come from the first
 * one: generated code then fails in each call, with a {@link NoSuchMethodError}.
 */
public final class LibthriftVersion {
    /** The oldest version that works. */
    static final String OLDEST = "0.23.0";

    /** Generated code calls this method, which older versions do not have: facts.md#an-older-libthrift-fails-late. */
    private static final String NEW_METHOD = "incrementRecursionDepth";

    private LibthriftVersion() {}

    /**
     * Checks that libthrift is new enough.
     *
     * @throws IllegalStateException if it is not; the message names the version and where it was found
     */
    public static void requireSupported() {
        requireSupported(TProtocol.class);
    }

    static void requireSupported(Class<?> protocol) {
        try {
            protocol.getMethod(NEW_METHOD);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(
                    "libthrift" + versionOf(protocol) + " comes first on the class path, from " + locationOf(protocol)
                            + "; " + OLDEST + " or newer is required",
                    e);
        }
    }

    private static String versionOf(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        return version == null ? " of an unknown version" : " " + version;
    }

    private static String locationOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? "an unknown place" : String.valueOf(source.getLocation());
    }
}
