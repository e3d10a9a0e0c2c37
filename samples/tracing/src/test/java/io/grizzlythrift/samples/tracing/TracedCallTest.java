package io.grizzlythrift.samples.tracing;

import static org.testng.Assert.assertEquals;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/** Tests that the sample makes one trace. */
@Test(timeOut = 60_000)
public class TracedCallTest {
    private static final class Kept implements SpanExporter {
        private final List<SpanData> spans = new CopyOnWriteArrayList<>();

        @Override
        public CompletableResultCode export(Collection<SpanData> ended) {
            spans.addAll(ended);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    public void oneTrace() throws Exception {
        Kept kept = new Kept();
        assertEquals(TracedCall.run(kept), 2);
        // A span ends after those inside it, so this is the way from the inside out.
        assertEquals(
                kept.spans.stream()
                        .map(span -> span.getKind() + " " + span.getName())
                        .toList(),
                List.of(
                        "SERVER Calculator/add",
                        "CLIENT Calculator/add",
                        "SERVER Calculator/add",
                        "CLIENT Calculator/add",
                        "INTERNAL visit"));
        for (int inner = 0; inner < 4; inner++) {
            assertEquals(
                    kept.spans.get(inner).getParentSpanId(),
                    kept.spans.get(inner + 1).getSpanId());
        }
        Set<String> traces = kept.spans.stream().map(SpanData::getTraceId).collect(Collectors.toSet());
        assertEquals(traces.size(), 1);
    }
}
