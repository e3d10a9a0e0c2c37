package io.grizzlythrift.internal.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page, the script and the style of the console. */
public final class ConsoleFiles {
    /**
     * The headers of every response of the console, each with its line break. Pages get nothing from elsewhere, run no
     * script in their text, and are shown in no frame.
     */
    public static final String HEADERS =
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"
                    + " img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'\r\n"
                    + "X-Content-Type-Options: nosniff\r\n"
                    + "X-Frame-Options: DENY\r\n"
                    + "Referrer-Policy: no-referrer\r\n"
                    + "Cross-Origin-Opener-Policy: same-origin\r\n"
                    + "Cross-Origin-Resource-Policy: same-origin\r\n";

    private static final int TAG_BYTES = 12;

    /** The parts of the script, in the order in which they become one: each uses those before it when it is loaded. */
    private static final List<String> SCRIPT = List.of(
            "dom.js",
            "json.js",
            "invalid.js",
            "scalars.js",
            "form.js",
            "items.js",
            "lines.js",
            "server.js",
            "catalogue.js",
            "reply.js",
            "method.js",
            "services.js",
            "format.js",
            "chart.js",
            "table.js",
            "history.js",
            "snapshot.js",
            "tables.js",
            "live.js",
            "console.js");

    private ConsoleFiles() {}

    /**
     * One file.
     *
     * @param type its media type
     * @param tag identifies its contents, in quotes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record ConsoleFile(String type, String tag, byte[] bytes) {}

    /**
     * Reads all files.
     *
     * @return the files by their path below the folder of the console; the page has an empty one
     * @throws IllegalStateException if the jar is incomplete
     */
    public static Map<String, ConsoleFile> read() {
        Map<String, ConsoleFile> files = new LinkedHashMap<>();
        files.put("", fileOf("text/html; charset=utf-8", read("files/index.html")));
        files.put("console.css", fileOf("text/css; charset=utf-8", read("files/console.css")));
        files.put("icon.svg", fileOf("image/svg+xml", read("files/icon.svg")));
        files.put("console.js", fileOf("text/javascript; charset=utf-8", script()));
        return files;
    }

    private static ConsoleFile fileOf(String type, byte[] bytes) {
        return new ConsoleFile(type, tagOf(bytes), bytes);
    }

    private static byte[] script() {
        ByteArrayOutputStream script = new ByteArrayOutputStream();
        SCRIPT.forEach(part -> script.writeBytes(read("script/" + part)));
        return script.toByteArray();
    }

    private static byte[] read(String name) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no file " + name + " of the console");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the file " + name + " of the console cannot be read", e);
        }
    }

    private static String tagOf(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
