package io.grizzlythrift.frame.http;

import java.util.Locale;

/** The media types of Thrift over HTTP. */
public final class ThriftMediaType {
    /** The type that Thrift's libraries send: {@value}. */
    public static final String NAME = "application/x-thrift";

    /** The prefix of registered types such as {@code application/vnd.apache.thrift.compact}. */
    private static final String REGISTERED = "application/vnd.apache.thrift.";

    private ThriftMediaType() {}

    /**
     * Returns whether a content type is that of Thrift.
     *
     * @param contentType with or without parameters, or empty
     * @return whether it is a media type of Thrift, ignoring case
     */
    public static boolean matches(String contentType) {
        int parameters = contentType.indexOf(';');
        String type = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .trim()
                .toLowerCase(Locale.ROOT);
        return type.equals(NAME) || type.startsWith(REGISTERED);
    }
}
