package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.opentelemetry.AgentProcess.AgentSpan;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.opentelemetry.ThriftServerTelemetry;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.Strategies;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.Optional;
import org.testng.SkipException;
import org.testng.annotations.Test;

/**
 * Tests that one trace leads from a libthrift client under OpenTelemetry's Java agent, through a server and a client of this
 * library, to a libthrift server under the agent, all with plain frames.
 */
@Test(timeOut = 600_000)
public class JavaAgentTest {
    private static SpanData only(Telemetry telemetry, SpanKind kind) {
        List<SpanData> found = telemetry.spans().stream()
                .filter(span -> span.getKind() == kind)
                .toList();
        assertEquals(found.size(), 1, telemetry.spans().toString());
        return found.get(0);
    }

    private static AgentSpan only(List<AgentSpan> spans, int kind) {
        List<AgentSpan> found =
                spans.stream().filter(span -> span.kind() == kind).toList();
        assertEquals(found.size(), 1, spans.toString());
        return found.get(0);
    }

    public void inFrontAndBehind() throws Exception {
        if (AgentProcess.jar().isEmpty()) {
            System.out.println("skipped: OpenTelemetry's Java agent is a dependency only in the profile soak");
            throw new SkipException("no Java agent");
        }
        try (Telemetry telemetry = new Telemetry();
                AgentProcess behind = AgentProcess.start("behind");
                ThriftClient toBehind = PatientClient.builder()
                        .endpoint("127.0.0.1", Integer.parseInt(behind.line()))
                        .protocol(ThriftProtocol.BINARY)
                        .interceptor(
                                ThriftClientTelemetry.create(telemetry.api()).withArgumentHeaders())
                        .build();
                ThriftServer server = Strategies.WORKER_THREAD
                        .builder(new Relay().blocking(Optional.of(toBehind.stub(Probe.Iface.class))))
                        .protocol(ThriftProtocol.BINARY)
                        .interceptor(ThriftServerTelemetry.create(telemetry.api()))
                        .build()
                        .start();
                AgentProcess front = AgentProcess.start("front", Integer.toString(server.port()))) {
            assertEquals(front.line(), "text");
            AgentSpan calling = only(front.end(), 3);
            AgentSpan last = only(behind.end(), 2);
            SpanData served = only(telemetry, SpanKind.SERVER);
            SpanData called = only(telemetry, SpanKind.CLIENT);
            assertEquals(
                    List.of(served.getTraceId(), called.getTraceId(), last.traceId()),
                    List.of(calling.traceId(), calling.traceId(), calling.traceId()));
            assertEquals(served.getParentSpanId(), calling.spanId());
            assertEquals(called.getParentSpanId(), served.getSpanId());
            assertEquals(last.parentSpanId(), called.getSpanId());
        }
    }
}
