package io.grizzlythrift.internal.connection;

import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.internal.console.ConsoleFiles;
import io.grizzlythrift.internal.console.ConsoleFiles.ConsoleFile;
import io.grizzlythrift.internal.console.ConsoleGate;
import io.grizzlythrift.internal.frame.RequestHead;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.internal.security.PageSecurity;
import io.grizzlythrift.internal.security.SecurityConfig;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Responds to requests for the console. To peers on this machine, the thread that reads sends files, which are constant;
 * everything else is made by a {@link PageThread}. The decision about other peers has a thread of its own: the application may
 * take long for it, and must not keep this machine from its data.
 */
public final class ConsolePort implements AutoCloseable {
    /** Where the console is. */
    static final String FOLDER = "/console/";

    private static final String FOLDER_WITHOUT_SLASH = "/console";

    private static final String DATA = "api/";
    private static final String JSON = "application/json; charset=utf-8";
    private static final String UNCACHED = "Cache-Control: no-store\r\n";
    private static final Responses.Content REDIRECT =
            Responses.of(308, Responses.TEXT, "Location: " + FOLDER + "\r\n" + UNCACHED + ConsoleFiles.HEADERS, "");
    private static final Responses.Content NOTHING_HERE =
            message(Responses.NOT_FOUND, "the console has no such page\n");
    private static final Responses.Content READ_ONLY = Responses.of(
            Responses.METHOD_NOT_ALLOWED,
            Responses.TEXT,
            "Allow: GET, HEAD\r\n" + UNCACHED + ConsoleFiles.HEADERS,
            "only GET, HEAD\n");

    private final Map<String, Page> files = new HashMap<>();
    private final Map<String, Supplier<byte[]>> data;
    private final ConsoleConfig config;
    private final ConsoleGate gate;
    private final PageSecurity security;

    /** Makes the data, and nothing but the data and pages of peers that may see them. */
    private final PageThread thread;

    /** Decides about peers that are not trusted. */
    private final PageThread access;

    /** A file of the console: its response, and the one to a browser that has it already. */
    private record Page(String tag, Responses.Content whole, Responses.Content unchanged) {
        static Page of(ConsoleFile file) {
            String headers = "ETag: " + file.tag() + "\r\nCache-Control: private, no-cache\r\n" + ConsoleFiles.HEADERS;
            return new Page(
                    file.tag(),
                    Responses.of(Responses.OK, file.type(), headers, file.bytes()),
                    Responses.notModified(headers));
        }

        Responses.Content answer(Map<String, List<String>> headers) {
            return headers.getOrDefault("If-None-Match", List.of()).contains(tag) ? unchanged : whole;
        }
    }

    /**
     * Creates the console of a server.
     *
     * @param listening the addresses that the server was told to listen on
     * @param data creates the JSON of each path below {@code /console/api/}; called by the thread of the console
     */
    public ConsolePort(
            String serverName,
            ConsoleConfig config,
            SecurityConfig security,
            Collection<InetSocketAddress> listening,
            Map<String, Supplier<byte[]>> data) {
        this.config = config;
        this.data = Map.copyOf(data);
        this.security = new PageSecurity(security, ConsoleConfig.SERVICE, ConsoleConfig.VIEW);
        gate = new ConsoleGate(config, listening);
        ConsoleFiles.read().forEach((name, file) -> files.put(name, Page.of(file)));
        thread = new PageThread(serverName, "console", "console");
        access = new PageThread(serverName, "console-access", "console");
    }

    /** {@return whether a path is one of the console} */
    static boolean serves(String path) {
        return path.startsWith(FOLDER) || path.equals(FOLDER_WITHOUT_SLASH);
    }

    /** {@return what follows the folder of the console in a path of it, such as {@code /call/Service/method}} */
    static String pathBelow(String path) {
        return path.substring(FOLDER.length() - 1);
    }

    /**
     * Responds to a request.
     *
     * @param number the number of the response
     * @param responses those of this read
     */
    void serve(HttpConnection http, long number, RequestHead head, ResponseRun responses) {
        Map<String, List<String>> headers = head.headers();
        Optional<Responses.Content> mistake = mistakeOf(http, head, headers);
        if (mistake.isPresent()) {
            responses.add(number, head, mistake.get());
            return;
        }
        SocketAddress peer = http.connection().peerAddress();
        boolean isTrusted = gate.isTrusted(headers, peer);
        Supplier<Responses.Content> content = contentOf(head, headers);
        if (isTrusted && !isData(head)) {
            responses.add(number, head, content.get());
        } else if (isTrusted) {
            thread.send(http, number, head.method(), content);
        } else {
            Optional<String> credentials =
                    headers.getOrDefault("Authorization", List.of()).stream().findFirst();
            access.sendLater(
                    http,
                    number,
                    head.method(),
                    () -> security.check(credentials, http.connection()::identity, peer)
                            .thenApplyAsync(
                                    denial -> denial.map(ConsolePort::denial).orElseGet(content), thread.thread()));
        }
    }

    private Optional<Responses.Content> mistakeOf(
            HttpConnection http, RequestHead head, Map<String, List<String>> headers) {
        SocketAddress local = (SocketAddress) http.connection().connection().getLocalAddress();
        Optional<String> refusal = isData(head) ? gate.checkData(headers, local) : gate.checkFile(headers, local);
        if (refusal.isPresent()) {
            return Optional.of(message(Responses.FORBIDDEN, refusal.get()));
        }
        return Responses.reads(head) ? Optional.empty() : Optional.of(READ_ONLY);
    }

    /** Returns why a call of the console is refused, or empty if it is a call like any other. */
    Optional<Responses.Content> refusalOfCall(HttpConnection http, RequestHead head) {
        SocketAddress local = (SocketAddress) http.connection().connection().getLocalAddress();
        return gate.checkData(head.headers(), local)
                .or(() -> config.calls()
                        ? Optional.empty()
                        : Optional.of("the console makes no calls: ConsoleConfig.Builder.calls allows them\n"))
                .map(reason -> message(Responses.FORBIDDEN, reason));
    }

    /**
     * Returns why a request of a browser to another path is refused, or empty: the page of a stranger, whose name points to
     * this machine, must not call what the console may call.
     */
    Optional<Responses.Content> refusalOfHost(HttpConnection http, RequestHead head) {
        SocketAddress local = (SocketAddress) http.connection().connection().getLocalAddress();
        return gate.checkFile(head.headers(), local).map(reason -> message(Responses.FORBIDDEN, reason));
    }

    private static boolean isData(RequestHead head) {
        return head.path().startsWith(DATA, FOLDER.length());
    }

    private Supplier<Responses.Content> contentOf(RequestHead head, Map<String, List<String>> headers) {
        if (head.path().equals(FOLDER_WITHOUT_SLASH)) {
            return () -> REDIRECT;
        }
        String name = head.path().substring(FOLDER.length());
        if (isData(head)) {
            Supplier<byte[]> json = data.get(name.substring(DATA.length()));
            return json == null
                    ? () -> NOTHING_HERE
                    : () -> Responses.of(Responses.OK, JSON, UNCACHED + ConsoleFiles.HEADERS, json.get());
        }
        Page page = files.get(name);
        return page == null ? () -> NOTHING_HERE : () -> page.answer(headers);
    }

    private static Responses.Content denial(CallDenial denial) {
        StringBuilder headers = new StringBuilder(UNCACHED + ConsoleFiles.HEADERS);
        for (String challenge : denial.challenges()) {
            headers.append("WWW-Authenticate: ").append(challenge).append("\r\n");
        }
        return Responses.of(denial.httpStatus(), Responses.TEXT, headers.toString(), denial.text() + "\n");
    }

    private static Responses.Content message(int status, String text) {
        return Responses.of(status, Responses.TEXT, UNCACHED + ConsoleFiles.HEADERS, text);
    }

    /** Lets the threads end. */
    @Override
    public void close() {
        access.close(); // first: what it decides now can tell that the other is closed because the server stops
        thread.close();
    }
}
