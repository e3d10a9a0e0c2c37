package io.grizzlythrift.internal.frame;

import java.util.Locale;

/** The media types of Thrift over HTTP. */
public final class ThriftMediaType {
    /** The type that Thrift's libraries send: {@value}. */
    public static final String NAME = "application/x-thrift";

    private static final String WITHOUT_PREFIX = "application/thrift";

    /** The prefix of registered types such as {@code application/vnd.apache.thrift.compact}. */
    private static final String REGISTERED = "application/vnd.apache.thrift.";

    private ThriftMediaType() {}

    /**
     * Returns whether a POST with a content type can be a call. Some clients send no content type. A browser can be made
     * to send such a request by a page of any site, without asking the server first; but it adds the header Origin.
     *
     * @param contentType with or without parameters; empty if there is none
     * @param hasOrigin whether the request has the header Origin
     * @return whether it is a media type of Thrift, ignoring case, or absent
     */
    public static boolean isAccepted(String contentType, boolean hasOrigin) {
        return contentType.isEmpty() ? !hasOrigin : contentType.equals(NAME) || matches(contentType);
    }

    private static boolean matches(String contentType) {
        int parameters = contentType.indexOf(';');
        String type = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .trim()
                .toLowerCase(Locale.ROOT);
        return type.equals(NAME) || type.equals(WITHOUT_PREFIX) || type.startsWith(REGISTERED);
    }
}
