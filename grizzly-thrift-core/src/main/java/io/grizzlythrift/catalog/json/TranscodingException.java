package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import org.apache.thrift.protocol.TProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * A value could not be converted between JSON and Thrift. The message starts with the path of the value, such as {@code
 * $.order.items[3].price}.
 */
public final class TranscodingException extends TProtocolException {
    private static final long serialVersionUID = 1L;

    private static final int MAX_TEXT_CHARS = 200;

    /** What Jackson adds to some messages, about a source that it does not show. */
    private static final String LOCATION = " \\(start marker at .*";

    /** The path of the value. */
    private final String path;

    TranscodingException(int type, String path, String problem, @Nullable Throwable cause) {
        super(type, path + ": " + problem, cause);
        this.path = path;
    }

    static TranscodingException of(String path, ValueException problem) {
        return new TranscodingException(problem.type(), path, String.valueOf(problem.getMessage()), null);
    }

    /** Returns the error for text that is not JSON, without the excerpt and location that Jackson adds. */
    static TranscodingException ofMalformed(String path, IOException problem) {
        String text =
                problem instanceof JsonProcessingException json ? json.getOriginalMessage() : problem.getMessage();
        return new TranscodingException(
                INVALID_DATA,
                path,
                JsonPath.printable(String.valueOf(text).replaceFirst(LOCATION, ""), MAX_TEXT_CHARS),
                problem);
    }

    /** {@return the path of the value in the JSON document; {@code $} is the document itself} */
    public String path() {
        return path;
    }
}
