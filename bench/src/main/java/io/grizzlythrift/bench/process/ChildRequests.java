package io.grizzlythrift.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The requests of a parent process and the replies of its child: one line for each line.
 *
 * <pre>
 *   {@link ChildProcess}  ------ drain 5000 ------------&gt;  standard input
 *                 &lt;----- ok drained=1 millis=12 --  standard output; "failed REASON" if it failed
 * </pre>
 */
public final class ChildRequests {
    private static final String OK = "ok";

    private final Map<String, Request> requests = new HashMap<>();

    /** Runs a request. */
    @FunctionalInterface
    public interface Request {
        /**
         * Runs the request.
         *
         * @param arguments the words after the name of the request
         * @param figures receives the figures of the reply, if any
         * @throws Exception if the request fails; the parent process receives it as text
         */
        void answer(List<String> arguments, Map<String, Long> figures) throws Exception;
    }

    /**
     * Adds a request.
     *
     * @param name first word of the request
     * @param request called on the thread that replies
     * @return this
     */
    public ChildRequests on(String name, Request request) {
        requests.put(name, request);
        return this;
    }

    /**
     * Reports that the process is ready, replies to requests on the calling thread, and ends the process when its input
     * ends.
     *
     * @param ready the initial figures
     */
    public void serve(Map<String, Long> ready) {
        PrintWriter out = new PrintWriter(System.out, true, UTF_8);
        out.println(line(ready));
        try {
            answer(new InputStreamReader(System.in, UTF_8), out);
        } catch (IOException alsoTheEnd) {
            // A broken pipe also ends the input.
        }
        Runtime.getRuntime().halt(0);
    }

    /**
     * Replies to requests on the calling thread until the input ends.
     *
     * @param in the requests
     * @param out receives the replies; flushed after each
     * @throws IOException if the input breaks
     */
    public void answer(Reader in, PrintWriter out) throws IOException {
        BufferedReader lines = new BufferedReader(in);
        for (String asked = lines.readLine(); asked != null; asked = lines.readLine()) {
            out.println(answer(ProcessArguments.words(asked)));
            out.flush();
        }
    }

    private String answer(List<String> words) {
        try {
            Request request = requests.get(words.get(0));
            if (request == null) {
                return "failed no request '" + words.get(0) + "' among " + requests.keySet();
            }
            Map<String, Long> figures = new LinkedHashMap<>();
            request.answer(words.subList(1, words.size()), figures);
            return line(figures);
        } catch (Exception | Error e) {
            return "failed " + e;
        }
    }

    private static String line(Map<String, Long> figures) {
        return OK
                + figures.entrySet().stream()
                        .map(figure -> " " + figure.getKey() + "=" + figure.getValue())
                        .collect(Collectors.joining());
    }

    /** Parses the figures of a reply. */
    static Map<String, Long> figures(String line) throws IOException {
        List<String> words = ProcessArguments.words(line);
        if (words.isEmpty() || !words.get(0).equals(OK)) {
            throw new IOException("the process answers: " + line);
        }
        Map<String, Long> figures = new LinkedHashMap<>();
        for (String word : words.subList(1, words.size())) {
            int equals = word.indexOf('=');
            figures.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
        }
        return figures;
    }
}
