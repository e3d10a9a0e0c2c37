package io.grizzlythrift.call;

/**
 * Constants of the headers that a call carries as an additional field of its arguments, if its dialect has no headers.
 * The field is a {@code map<string,string>}. Servers that do not know it skip it, as Thrift requires. OpenTelemetry's
 * Java agent and Apache SkyWalking write it in this form, with the keys of their trace context.
 */
public final class ArgumentHeaders {
    /** The number of the argument field: {@value}. */
    public static final short FIELD_ID = 8888;

    /** The maximum number of headers; a server ignores a field that has more: {@value}. */
    public static final int MAX_ENTRIES = 100;

    /** The maximum number of characters of all names and values; a server ignores a field that has more: {@value}. */
    public static final int MAX_CHARS = 8 * 1024;

    private ArgumentHeaders() {}
}
