package io.grizzlythrift.bench.results;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes result files. Durations are in ISO 8601, such as PT10S. */
public final class ResultFiles {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Duration.class, ToStringSerializer.instance)
                    .addDeserializer(Duration.class, new DurationReader()));
    private static final DefaultPrettyPrinter PRINTER =
            new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

    private ResultFiles() {}

    /**
     * Writes a file atomically: neither a reader nor Ctrl-C ever leaves half a result.
     *
     * @param file replaced if it exists; its directory is created if necessary
     * @param value a record
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, Object value) throws IOException {
        writeText(file, MAPPER.writer(PRINTER).writeValueAsString(value) + "\n");
    }

    /**
     * Writes a result file atomically, with one line per run.
     *
     * @param file replaced if it exists; its directory is created if necessary
     * @param comparison the runs
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, Comparison comparison) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Measurement run : comparison.runs()) {
            lines.add(MAPPER.writeValueAsString(run));
        }
        writeText(
                file,
                "{\n\"command\": " + MAPPER.writeValueAsString(comparison.command()) + ",\n\"runs\": [\n"
                        + String.join(",\n", lines) + "\n]\n}\n");
    }

    /**
     * Writes a file atomically, as {@link #write(Path, Object)} does.
     *
     * @param file replaced if it exists; its directory is created if necessary
     * @param text the whole content
     * @throws IOException if it cannot be written
     */
    public static void writeText(Path file, String text) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        Path whole = Files.createTempFile(parent, file.getFileName().toString(), ".part");
        Files.writeString(whole, text);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE); // other processes may write it, too
    }

    /**
     * Reads a file that {@link #write(Path, Object)} wrote.
     *
     * @param file the file
     * @param type the record's type
     * @param <T> the record's type
     * @return the record
     * @throws IOException if it cannot be read as this type
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        return MAPPER.readValue(file.toFile(), type);
    }

    private static final class DurationReader extends FromStringDeserializer<Duration> {
        private static final long serialVersionUID = 1L;

        DurationReader() {
            super(Duration.class);
        }

        @Override
        protected Duration _deserialize(String text, DeserializationContext context) {
            return Duration.parse(text);
        }
    }
}
