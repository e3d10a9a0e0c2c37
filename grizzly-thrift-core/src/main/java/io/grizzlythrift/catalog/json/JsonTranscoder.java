package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/**
 * Converts values between JSON and Thrift, as a {@link ServiceCatalog} describes them. Works with any protocol and needs no
 * generated code. Immutable and thread-safe; protocols and streams are used on the thread of the caller.
 *
 * <table>
 * <caption>The mapping</caption>
 * <tr><th>Thrift</th><th>JSON</th></tr>
 * <tr><td>struct, exception, arguments</td><td>object by names of fields; {@code null} stands for a field that is not
 *     set</td></tr>
 * <tr><td>union</td><td>object with exactly one field</td></tr>
 * <tr><td>list, set</td><td>array</td></tr>
 * <tr><td>map with keys of type string</td><td>object</td></tr>
 * <tr><td>other map</td><td>array of arrays of a key and a value</td></tr>
 * <tr><td>enum</td><td>name, or number; written as a number only if it has no name</td></tr>
 * <tr><td>i8, i16, i32</td><td>number</td></tr>
 * <tr><td>i64</td><td>number, or string of digits; written as {@link Builder#longs} says</td></tr>
 * <tr><td>double</td><td>number, or one of the strings {@code NaN}, {@code Infinity} and {@code -Infinity}</td></tr>
 * <tr><td>binary</td><td>string of base64</td></tr>
 * <tr><td>uuid</td><td>string of 36 characters</td></tr>
 * </table>
 *
 * <p>A {@link TranscodingException} with the path of the value reports names that are not described, values of another type
 * or out of bounds, missing required fields, names and elements of sets that occur twice, and exceeded limits. Fields and
 * members of enums that a newer peer sends are no errors: unknown fields are skipped. If a method throws, the protocol or the
 * stream has received a part of the value, and must not be used further.
 */
public final class JsonTranscoder {
    private final Codecs codecs;
    private final DocumentReader reader;
    private final DocumentWriter writer;

    private JsonTranscoder(ServiceCatalog catalog, JsonLimits limits) {
        JsonFormat format = JsonFormat.create(limits);
        reader = new DocumentReader(format, limits);
        writer = new DocumentWriter(format, limits);
        codecs = new Codecs(catalog);
    }

    /**
     * Creates a transcoder with the default options.
     *
     * @param catalog describes all types
     * @return a new transcoder
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static JsonTranscoder of(ServiceCatalog catalog) {
        return builder(catalog).build();
    }

    /**
     * Creates a builder.
     *
     * @param catalog describes all types
     * @return a builder with the default options
     */
    public static Builder builder(ServiceCatalog catalog) {
        return new Builder(catalog);
    }

    /**
     * Converts the arguments of a call.
     *
     * @param method a method of the catalog
     * @param json an object with the arguments by name, in UTF-8
     * @param out receives the struct of the arguments; the message around it is not written
     * @throws TranscodingException if the arguments are not those of the method
     * @throws TException of the protocol
     * @throws IllegalArgumentException if the method is not one of the catalog
     */
    public void writeArguments(MethodDescription method, byte[] json, TProtocol out) throws TException {
        writeArguments(method, json, 0, json.length, out);
    }

    /**
     * Converts the arguments of a call.
     *
     * @param method a method of the catalog
     * @param json contains an object with the arguments by name, in UTF-8
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @param out receives the struct of the arguments; the message around it is not written
     * @throws TranscodingException if the arguments are not those of the method
     * @throws TException of the protocol
     * @throws IllegalArgumentException if the method is not one of the catalog
     */
    public void writeArguments(MethodDescription method, byte[] json, int offset, int length, TProtocol out)
            throws TException {
        reader.read(codecs.method(method).arguments(), json, offset, length, out);
    }

    /**
     * Converts a struct, union or exception.
     *
     * @param struct its name in the catalog
     * @param json an object
     * @param out receives the struct
     * @throws TranscodingException if the object is not one of this type
     * @throws TException of the protocol
     * @throws IllegalArgumentException if the catalog has no such struct
     */
    public void writeStruct(String struct, String json, TProtocol out) throws TException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        reader.read(codecs.struct(struct), bytes, 0, bytes.length, out);
    }

    /**
     * Converts the arguments of a call.
     *
     * @param method a method of the catalog
     * @param in contains the struct of the arguments
     * @param out receives an object in UTF-8; not closed
     * @throws TranscodingException if the arguments are not those of the method, or cannot be read
     * @throws IOException of the stream
     * @throws IllegalArgumentException if the method is not one of the catalog
     */
    public void readArguments(MethodDescription method, TProtocol in, OutputStream out)
            throws TranscodingException, IOException {
        StructCodec codec = codecs.method(method).arguments();
        writer.write(out, target -> {
            codec.toJson(in, target);
            return Optional.empty();
        });
    }

    /**
     * Converts the result of a call: what the method returns, or the exception that it declares and throws.
     *
     * @param method a method of the catalog
     * @param in contains the struct of the result
     * @param out receives the value that the method returns, {@code null} if it returns nothing, or an object with the fields
     *     of the exception; in UTF-8; not closed
     * @return the exception of the method that was written; empty if it has returned
     * @throws TranscodingException if the result is not one of the method, or cannot be read
     * @throws IOException of the stream
     * @throws IllegalArgumentException if the method is not one of the catalog
     */
    public Optional<FieldDescription> readResult(MethodDescription method, TProtocol in, OutputStream out)
            throws TranscodingException, IOException {
        ResultCodec codec = codecs.method(method).result();
        return writer.write(out, target -> codec.toJson(in, target));
    }

    /**
     * Converts a struct, union or exception.
     *
     * @param struct its name in the catalog
     * @param in contains the struct
     * @param out receives an object in UTF-8; not closed
     * @throws TranscodingException if the struct is not one of this type, or cannot be read
     * @throws IOException of the stream
     * @throws IllegalArgumentException if the catalog has no such struct
     */
    public void readStruct(String struct, TProtocol in, OutputStream out) throws TranscodingException, IOException {
        StructCodec codec = codecs.struct(struct);
        writer.write(out, target -> {
            codec.toJson(in, target);
            return Optional.empty();
        });
    }

    /** Sets the options of a transcoder. */
    public static final class Builder {
        private static final int DEFAULT_MAX_DEPTH = 64;
        private static final int MAX_DEPTH = 1_000;
        private static final int DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

        private final ServiceCatalog catalog;
        private int maxDepth = DEFAULT_MAX_DEPTH;
        private int maxBytes = DEFAULT_MAX_BYTES;
        private LongFormat longs = LongFormat.NUMBER;

        private Builder(ServiceCatalog catalog) {
            this.catalog = Objects.requireNonNull(catalog, "catalog");
        }

        /**
         * Sets how many structs may be nested. Default: 64, as in libthrift.
         *
         * @param structs 1 to 1,000
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxDepth(int structs) {
            maxDepth = Bounds.requireBetween("maxDepth", structs, 1, MAX_DEPTH);
            return this;
        }

        /**
         * Sets how large a document may be, read or written. Default: 16 MiB.
         *
         * @param bytes at least 1
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxBytes(int bytes) {
            maxBytes = Bounds.requireBetween("maxBytes", bytes, 1, Integer.MAX_VALUE);
            return this;
        }

        /**
         * Sets how values of type {@code i64} are written. Default: {@link LongFormat#NUMBER}.
         *
         * @param format the format
         * @return this
         */
        public Builder longs(LongFormat format) {
            longs = Objects.requireNonNull(format, "longs");
            return this;
        }

        /**
         * Creates the transcoder.
         *
         * @return a new transcoder
         * @throws IllegalStateException if jackson-core is not on the class path
         */
        public JsonTranscoder build() {
            return new JsonTranscoder(catalog, new JsonLimits(maxDepth, maxBytes, longs));
        }
    }
}
