package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
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
        return write(catalog, CatalogWriter::write);
    }

    /**
     * Writes a service, as it stands in the document of its catalog.
     *
     * @param catalog a catalog with all types
     * @param service one of its services
     * @return an object in UTF-8
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static byte[] write(ServiceCatalog catalog, ServiceDescription service) {
        return write(catalog, writer -> writer.write(service));
    }

    /**
     * Writes a method, as it stands in the document of its catalog.
     *
     * @param catalog a catalog with all types
     * @param method one of its methods
     * @return an object in UTF-8
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static byte[] write(ServiceCatalog catalog, MethodDescription method) {
        return write(catalog, writer -> writer.write(method));
    }

    /**
     * Writes a struct, union or exception, as it stands in the document of its catalog.
     *
     * @param catalog a catalog with all types
     * @param struct one of its structs
     * @return an object in UTF-8
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static byte[] write(ServiceCatalog catalog, StructDescription struct) {
        return write(catalog, writer -> writer.write(struct));
    }

    /**
     * Writes an enum, as it stands in the document of its catalog.
     *
     * @param catalog a catalog with all types
     * @param described one of its enums
     * @return an object in UTF-8
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static byte[] write(ServiceCatalog catalog, EnumDescription described) {
        return write(catalog, writer -> writer.write(described));
    }

    /** Writes a part of a catalog. */
    private interface Part {
        void write(CatalogWriter writer) throws IOException;
    }

    private static byte[] write(ServiceCatalog catalog, Part part) {
        Objects.requireNonNull(catalog, "catalog");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            CatalogWriter writer =
                    new CatalogWriter(catalog, JsonFormat.create(LIMITS).generator(out));
            part.write(writer);
            writer.close();
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
