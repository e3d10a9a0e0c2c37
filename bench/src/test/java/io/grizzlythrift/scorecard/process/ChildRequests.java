package io.grizzlythrift.scorecard.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grizzlythrift.bench.process.ProcessArguments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a process answers to the one that started it: one line to each line.
 *
 * <pre>
 *   {@link Child}  ------ drain 5000 ------------&gt;  standard input
 *          &lt;----- ok drained=1 millis=12 --  standard output; "failed REASON" if it cannot be
 * </pre>
 */
public final class ChildRequests {
    static final String OK = "ok";

    /** Does what is asked. */
    public interface Request {
        /** Puts the answer's figures, if it has any. */
        void answer(List<String> arguments, Map<String, Long> figures) throws Exception;
    }

    private final Map<String, Request> requests = new HashMap<>();

    public ChildRequests on(String name, Request request) {
        requests.put(name, request);
        return this;
    }

    /** Says that it is ready, answers on the calling thread, and ends the process when the input ends. */
    public void serve(Map<String, Long> ready) {
        PrintStream out = System.out;
        out.println(line(ready));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String asked = in.readLine(); asked != null; asked = in.readLine()) {
                out.println(answer(ProcessArguments.words(asked)));
                out.flush();
            }
        } catch (IOException alsoTheEnd) {
            // A broken pipe is an end, too.
        }
        Runtime.getRuntime().halt(0);
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
    static Map<String, Long> figures(String line) {
        List<String> words = ProcessArguments.words(line);
        if (!words.get(0).equals(OK)) {
            throw new IllegalStateException("the process answers: " + line);
        }
        Map<String, Long> figures = new LinkedHashMap<>();
        for (String word : words.subList(1, words.size())) {
            int equals = word.indexOf('=');
            figures.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
        }
        return figures;
    }
}
