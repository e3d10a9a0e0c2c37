package io.grizzlythrift.client.generic;

import java.util.Objects;
import org.apache.thrift.TException;

/** An exception that the called method declares, thrown by the server. Like a result, it is a reply, not a failure. */
public final class DeclaredException extends TException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CHARS_IN_MESSAGE = 500;

    private final String method;
    private final String name;
    private final String json;

    /**
     * Creates an exception.
     *
     * @param method the name of the method that threw it
     * @param name the name of the exception in the catalog
     * @param json its fields
     */
    public DeclaredException(String method, String name, String json) {
        super(method + " threw " + name + ": "
                + (json.length() <= MAX_CHARS_IN_MESSAGE ? json : json.substring(0, MAX_CHARS_IN_MESSAGE) + "..."));
        this.method = Objects.requireNonNull(method, "method");
        this.name = Objects.requireNonNull(name, "name");
        this.json = json;
    }

    /** {@return the name of the method that threw it, without that of the service} */
    public String method() {
        return method;
    }

    /** {@return the name of the exception, as {@link io.grizzlythrift.catalog.ServiceCatalog#struct} finds it} */
    public String name() {
        return name;
    }

    /** {@return its fields, as an object of JSON} */
    public String json() {
        return json;
    }
}
