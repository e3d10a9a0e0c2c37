package io.grizzlythrift.site;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Serves the site that {@code .ci/site} has built. */
final class SiteFiles implements AutoCloseable {
    static final Path FOLDER = Path.of("target/site");

    private final HttpServer server;

    SiteFiles() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", SiteFiles::send);
        server.start();
    }

    static boolean exist() {
        return Files.isRegularFile(FOLDER.resolve("index.html"));
    }

    /** The pages and reports, without the API documentation, relative to the folder. */
    static List<String> pages() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.map(FOLDER::relativize)
                    .filter(file -> file.toString().endsWith(".html")
                            && !file.startsWith("api")
                            && !file.startsWith("404.html"))
                    .map(file -> file.toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    String address(String page) {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/" + page;
    }

    private static void send(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path file = FOLDER.resolve(exchange.getRequestURI().getPath().substring(1))
                    .normalize();
            if (!file.startsWith(FOLDER) || !Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            byte[] bytes = Files.readAllBytes(file);
            exchange.getResponseHeaders()
                    .set("Content-Type", type(file.getFileName().toString()));
            exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String type(String name) {
        if (name.endsWith(".js")) {
            return "text/javascript";
        }
        if (name.endsWith(".css")) {
            return "text/css";
        }
        String known = URLConnection.guessContentTypeFromName(name);
        return name.endsWith(".svg") ? "image/svg+xml" : known == null ? "application/octet-stream" : known;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
