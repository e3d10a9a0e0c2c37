package io.grizzlythrift.thriftcall;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.client.generic.DeclaredException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call for each line of a file. One thread reads lines, starts calls and prints what they return, so that an output
 * that is not read holds up neither the threads of the client nor more than the calls in flight.
 */
final class LineCalls {
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long PROGRESS_MILLIS = 200;

    private final Terminal terminal;
    private final Function<String, CompletableFuture<String>> call;
    private final int concurrency;
    private final boolean keepGoing;
    private final LongSupplier clock;
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final Map<ExitCode, Integer> failures = new EnumMap<>(ExitCode.class);
    private final long start;
    private ExitCode first = ExitCode.OK;
    private long calls;
    private long nextProgress;

    private record Ended(long line, String result, @Nullable Throwable thrown) {}

    LineCalls(
            Terminal terminal,
            Function<String, CompletableFuture<String>> call,
            int concurrency,
            boolean keepGoing,
            LongSupplier clock) {
        this.terminal = terminal;
        this.call = call;
        this.concurrency = concurrency;
        this.keepGoing = keepGoing;
        this.clock = clock;
        start = clock.getAsLong();
        nextProgress = start;
    }

    /** {@return success, or the kind of the first failure} */
    ExitCode run(BufferedReader lines) throws IOException, InterruptedException {
        int inFlight = 0;
        long number = 0;
        String line = lines.readLine();
        while (line != null || inFlight > 0) {
            while (line != null && inFlight < concurrency && !isHopeless()) {
                number++;
                if (!line.isBlank()) {
                    start(number, line);
                    inFlight++;
                }
                line = lines.readLine();
            }
            if (inFlight == 0) {
                break;
            }
            Ended next = ended.poll(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
            if (next != null) {
                inFlight--;
                print(next);
            }
            printProgress();
            if (ended.isEmpty()) {
                terminal.out().flush();
            }
        }
        terminal.out().flush();
        printSummary(line != null, number);
        return first;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // adding to a queue does not fail
    private void start(long number, String line) {
        call.apply(line)
                .whenComplete(
                        (result, thrown) -> ended.add(new Ended(number, result == null ? "null" : result, thrown)));
    }

    /** {@return whether all further calls would fail like one before} */
    private boolean isHopeless() {
        return !keepGoing && (failures.containsKey(ExitCode.CANNOT_CONNECT) || failures.containsKey(ExitCode.DENIED));
    }

    private void print(Ended call) {
        calls++;
        terminal.out().println(JsonPrinter.json(json -> {
            json.writeStartObject();
            json.writeNumberField("line", call.line());
            if (call.thrown() == null) {
                json.writeFieldName("result");
                json.writeRawValue(call.result());
            } else {
                writeFailure(json, unwrap(call.thrown()));
            }
            json.writeEndObject();
        }));
    }

    private static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private void writeFailure(JsonGenerator json, Throwable thrown) throws IOException {
        CommandException failure = Failures.of(thrown);
        failures.merge(failure.code(), 1, Integer::sum);
        if (first == ExitCode.OK) {
            first = failure.code();
        }
        if (thrown instanceof DeclaredException declared) {
            json.writeStringField("exception", declared.name());
            json.writeFieldName("value");
            json.writeRawValue(declared.json());
        } else {
            json.writeStringField("error", failure.code().label());
            json.writeStringField("message", ThriftCall.oneLine(failure.getMessage()));
        }
    }

    private void printProgress() {
        long now = clock.getAsLong();
        if (!terminal.progress() || now - nextProgress < 0) {
            return;
        }
        nextProgress = now + TimeUnit.MILLISECONDS.toNanos(PROGRESS_MILLIS);
        terminal.err().print("\r" + line(now) + "\u001b[K");
        terminal.err().flush();
    }

    private void printSummary(boolean stopped, long number) {
        if (terminal.progress()) {
            terminal.err().print("\r\u001b[K");
        }
        terminal.err().println(line(clock.getAsLong()));
        if (stopped) {
            terminal.err()
                    .println("thriftcall: stopped after line " + number + ", because further calls would fail, too\n"
                            + "  Use --keep-going to go on.");
        }
    }

    private String line(long now) {
        double seconds = Math.max(1, now - start) / (double) NANOS_PER_SECOND;
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%,d calls in %.1f s, %,.0f calls/s", calls, seconds, calls / seconds));
        failures.forEach((kind, count) -> text.append(", ")
                .append(String.format(Locale.ROOT, "%,d", count))
                .append(' ')
                .append(kind.label()));
        return text.toString();
    }
}
