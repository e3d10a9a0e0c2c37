package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.ServiceCatalog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Catalogs as JSON. A document has the members {@code services}, {@code extendedServices}, {@code structs} and {@code
 * enums}; a type is an object such as {@code {"type": "list", "element": {"type": "struct", "name": "Order"}}}; default values
 * are those of {@link JsonTranscoder}. Members that would be empty are left out.
 */
public final class CatalogJson {
    /** No IDL needs more than this. */
    private static final JsonLimits LIMITS = new JsonLimits(64, 64 * 1024 * 1024, LongFormat.NUMBER);

    private CatalogJson() {}

    /**
     * Writes a catalog.
     *
     * @param catalog the catalog
     * @return a document in UTF-8
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static byte[] write(ServiceCatalog catalog) {
        Objects.requireNonNull(catalog, "catalog");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new CatalogWriter(catalog, JsonFormat.create(LIMITS).generator(out)).write();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory throws none
        }
        return out.toByteArray();
    }

    /**
     * Reads a catalog.
     *
     * @param json a document of {@link #write}, of at most 64 MiB; unknown members are ignored
     * @return the catalog
     * @throws IllegalArgumentException if it is no such document
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static ServiceCatalog read(byte[] json) {
        if (json.length > LIMITS.maxBytes()) {
            throw new IllegalArgumentException(
                    "json has " + json.length + " bytes, must have at most " + LIMITS.maxBytes());
        }
        try {
            return new CatalogReader(JsonTree.parse(JsonFormat.create(LIMITS), json)).read();
        } catch (ArithmeticException | ClassCastException e) {
            throw new IllegalArgumentException("json does not describe a catalog", e);
        }
    }
}
