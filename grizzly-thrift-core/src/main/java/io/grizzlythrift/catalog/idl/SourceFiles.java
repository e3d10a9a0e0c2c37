package io.grizzlythrift.catalog.idl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads files and those that they include, each once. */
final class SourceFiles {
    private final List<Path> includeDirectories;
    private final Map<Path, Scope> scopes = new LinkedHashMap<>();

    SourceFiles(List<Path> includeDirectories) {
        this.includeDirectories = List.copyOf(includeDirectories);
    }

    Collection<Scope> all() {
        return scopes.values();
    }

    /** Reads a file, unless it was read before. Files may include each other. */
    Scope read(Path file) {
        Path path = file.toAbsolutePath().normalize();
        Scope known = scopes.get(path);
        if (known != null) {
            return known;
        }
        if (scopes.size() >= ThriftIdl.MAX_FILES) {
            throw new IdlException(file.toString(), 0, 0, "more than " + ThriftIdl.MAX_FILES + " files are included");
        }
        Scope scope =
                new Scope(Parser.parse(file.toString(), text(file)), prefixOf(String.valueOf(file.getFileName())));
        scopes.put(path, scope);
        for (IdlFile.Include include : scope.file().includes()) {
            scope.include(read(find(file, include)));
        }
        return scope;
    }

    static String prefixOf(String fileName) {
        return fileName.endsWith(".thrift") ? fileName.substring(0, fileName.length() - ".thrift".length()) : fileName;
    }

    private Path find(Path from, IdlFile.Include include) {
        List<Path> candidates = new ArrayList<>();
        try {
            candidates.add(from.resolveSibling(include.path()));
            includeDirectories.forEach(directory -> candidates.add(directory.resolve(include.path())));
        } catch (InvalidPathException e) {
            throw include.position().error("'" + include.path() + "' is not a path");
        }
        return candidates.stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> include.position().error("cannot find " + include.path() + ", tried " + candidates));
    }

    private static String text(Path file) {
        try {
            if (Files.size(file) > ThriftIdl.MAX_FILE_BYTES) {
                throw new IdlException(file.toString(), 0, 0, "larger than " + ThriftIdl.MAX_FILE_BYTES + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
        } catch (NoSuchFileException e) {
            throw new IdlException(file.toString(), 0, 0, "no such file");
        } catch (CharacterCodingException e) {
            throw new IdlException(file.toString(), 0, 0, "not in UTF-8");
        } catch (IOException e) {
            throw new IdlException(file.toString(), 0, 0, "cannot be read: " + e.getMessage());
        }
    }
}
