package io.grizzlythrift.catalog.idl;

import io.grizzlythrift.catalog.ServiceCatalog;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Reads {@code .thrift} files, without generated code and without the Thrift compiler. It reads what the compiler reads, with
 * includes, typedefs, constants as defaults of fields, and comments that document what follows. It accepts some files that the
 * compiler rejects, such as those with names that are reserved in some language.
 */
public final class ThriftIdl {
    /** The size of a file, and the number of files with includes, that is read: {@value} bytes. */
    public static final int MAX_FILE_BYTES = 16 << 20;

    /** The number of files that are read, with includes: {@value}. */
    public static final int MAX_FILES = 1_000;

    private ThriftIdl() {}

    /**
     * Reads one file, and the files that it includes, relative to the file that includes them.
     *
     * @param file a {@code .thrift} file, in UTF-8
     * @return the services of the file, and all types
     * @throws IdlException if a file is wrong, cannot be read, is larger than {@value #MAX_FILE_BYTES} bytes, or more than
     *     {@value #MAX_FILES} files are included
     */
    public static ServiceCatalog read(Path file) {
        return read(List.of(file), List.of());
    }

    /**
     * Reads several files, and the files that they include.
     *
     * @param files {@code .thrift} files, in UTF-8
     * @param includeDirectories where to look for an included file that does not exist relative to the file that includes it,
     *     in this order
     * @return the services of the files, and all types
     * @throws IdlException as for {@link #read(Path)}
     */
    public static ServiceCatalog read(List<Path> files, List<Path> includeDirectories) {
        SourceFiles sources = new SourceFiles(includeDirectories);
        List<Scope> main = files.stream().map(sources::read).toList();
        return Linker.link(sources.all(), main);
    }

    /**
     * Reads a text that includes no other file.
     *
     * @param name names the text in messages
     * @param text the text of a {@code .thrift} file
     * @return its services and types
     * @throws IdlException if the text is wrong, or includes a file
     */
    public static ServiceCatalog parse(String name, String text) {
        IdlFile file = Parser.parse(Objects.requireNonNull(name, "name"), text);
        if (!file.includes().isEmpty()) {
            throw file.includes().get(0).position().error("a text cannot include a file: read it from a file");
        }
        List<Scope> only = List.of(new Scope(file, SourceFiles.prefixOf(name)));
        return Linker.link(only, only);
    }
}
