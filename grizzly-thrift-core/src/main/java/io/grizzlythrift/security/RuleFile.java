package io.grizzlythrift.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rules in a file, and what was found there last. Used by one thread at a time. */
final class RuleFile {
    private static final Logger LOG = LoggerFactory.getLogger(AccessRules.class);

    private final Path file;

    /** The text whose rules are in use. */
    private String used = "";

    /** The text of the last read. */
    private String last = "";

    /** What was logged about the last read; an empty string if it was good. */
    private String problem = "";

    RuleFile(Path file) {
        this.file = file;
    }

    /** Reads the file for the first time. */
    List<AccessRule> load() {
        used = read();
        last = used;
        return parse(used);
    }

    /** Reads the file again. Returns the rules if they have changed. If they are broken, logs that once. */
    Optional<List<AccessRule>> reload() {
        try {
            String text = read();
            boolean isComplete = text.endsWith("\n") || text.equals(last);
            last = text;
            if (text.equals(used)) {
                problem = "";
            } else if (isComplete) {
                List<AccessRule> changed = parse(text);
                used = text;
                problem = "";
                LOG.info("loaded {} access rules of {}", changed.size(), file);
                return Optional.of(changed);
            }
        } catch (IllegalArgumentException e) {
            String found = String.valueOf(e.getMessage());
            if (!found.equals(problem)) {
                problem = found;
                LOG.warn("cannot load the changed access rules, the old ones stay in use: {}", problem);
            }
        }
        return Optional.empty();
    }

    private List<AccessRule> parse(String text) {
        return AccessRules.parse(text.lines().toList(), file + ":");
    }

    private String read() {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(AccessRules.MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": there is no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + e, e);
        }
        if (bytes.length > AccessRules.MAX_FILE_BYTES) {
            throw new IllegalArgumentException(file + ": has more than " + AccessRules.MAX_FILE_BYTES + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": is not in UTF-8", e);
        }
    }
}
