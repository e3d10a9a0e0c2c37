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
 * What a process answers to the one that started it: one line to each line.
 *
 * <pre>
 *   {@link ChildProcess}  ------ drain 5000 ------------&gt;  standard input
 *                 &lt;----- ok drained=1 millis=12 --  standard output; "failed REASON" if it cannot be
 * </pre>
 */
public final class ChildRequests {
    private static final String OK = "ok";

    private final Map<String, Request> requests = new HashMap<>();

    /** Does what is asked. */
    @FunctionalInterface
    public interface Request {
        /**
         * Answers.
         *
         * @param arguments the words behind the name of the request
         * @param figures gets the figures of the answer, if it has any
         * @throws Exception if it cannot be done: the process that asked gets it as text
         */
        void answer(List<String> arguments, Map<String, Long> figures) throws Exception;
    }

    /**
     * Adds a request.
     *
     * @param name its first word
     * @param request called on the thread that answers
     * @return this
     */
    public ChildRequests on(String name, Request request) {
        requests.put(name, request);
        return this;
    }

    /**
     * Says that the process is ready, answers on the calling thread, and ends the process when its input ends.
     *
     * @param ready the figures to begin with
     */
    public void serve(Map<String, Long> ready) {
        PrintWriter out = new PrintWriter(System.out, true, UTF_8);
        out.println(line(ready));
        try {
            answer(new InputStreamReader(System.in, UTF_8), out);
        } catch (IOException alsoTheEnd) {
            // A broken pipe is an end, too.
        }
        Runtime.getRuntime().halt(0);
    }

    /**
     * Answers on the calling thread until the input ends.
     *
     * @param in the requests
     * @param out gets the answers; flushed after each
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

    /** The figures out of an answer. */
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
