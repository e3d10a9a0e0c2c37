package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbReport.Latency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

public class YcsbReportTest {
    private static final List<String> CLEAN = List.of(
            "[OVERALL], RunTime(ms), 2500",
            "[OVERALL], Throughput(ops/sec), 40000.0",
            "[TOTAL_GC_TIME_%_G1 Young Generation], Time(%), 2.3E-1",
            "[READ], Operations, 50100",
            "[READ], AverageLatency(us), 151.25",
            "[READ], MinLatency(us), 40",
            "[READ], MaxLatency(us), 40671",
            "[READ], 95thPercentileLatency(us), 301",
            "[READ], 99thPercentileLatency(us), 1420",
            "[READ], Return=OK, 50100",
            "[CLEANUP], Operations, 8",
            "[CLEANUP], AverageLatency(us), 22.5",
            "[UPDATE], Operations, 49900",
            "[UPDATE], AverageLatency(us), 252.5",
            "[UPDATE], 95thPercentileLatency(us), 502",
            "[UPDATE], 99thPercentileLatency(us), 2420",
            "[UPDATE], Return=OK, 49900",
            "[VERIFY], Operations, 50100",
            "[VERIFY], Return=OK, 50100");

    @Test
    public void readsFigures() {
        YcsbReport report = of(CLEAN);
        assertEquals(report.seconds(), 2.5);
        assertEquals(report.latency("READ"), new Latency(151.25, 301, 1420));
        assertEquals(
                report.latencies(),
                Map.of("READ", new Latency(151.25, 301, 1420), "UPDATE", new Latency(252.5, 502, 2420)));
    }

    @Test
    public void countsOperationsButNotTheirVerification() {
        YcsbReport report = of(CLEAN);
        assertEquals(report.succeeded(), 100_000);
        assertEquals(report.failed(), 0);
        assertEquals(report.wrongReads(), 0);
    }

    @Test
    public void countsEveryKindOfFailureOnce() {
        YcsbReport report = of(List.of(
                "[READ], Return=OK, 10",
                "[READ], Return=NOT_FOUND, 2",
                "[READ], Return=ERROR, 3",
                "[READ-FAILED], Operations, 5",
                "[READ-FAILED], AverageLatency(us), 12.0",
                "[UPDATE], Return=ERROR, 4",
                "[UPDATE-FAILED], Operations, 4",
                "[INSERT], Return=UNEXPECTED_STATE, 1",
                "[VERIFY], Return=OK, 10",
                "[VERIFY], Return=ERROR, 5"));
        assertEquals(report.succeeded(), 10);
        assertEquals(report.failed(), 10);
        assertEquals(report.wrongReads(), 0);
    }

    @Test
    public void countsReadsThatWereNotRight() {
        List<String> wrong =
                List.of("[READ], Return=OK, 10", "[VERIFY], Return=OK, 7", "[VERIFY], Return=UNEXPECTED_STATE, 3");
        assertEquals(of(wrong).wrongReads(), 3);
        assertEquals(of(List.of("[READ], Return=OK, 10")).wrongReads(), 10, "a read without a check proves nothing");
    }

    @Test
    public void aReadModifyWriteIsOneOperation() {
        YcsbReport report = of(List.of(
                "[READ], Return=OK, 100",
                "[UPDATE], Return=OK, 40",
                "[UPDATE], Return=ERROR, 10",
                "[UPDATE-FAILED], AverageLatency(us), 12.0",
                "[READ-MODIFY-WRITE], Operations, 50",
                "[READ-MODIFY-WRITE], AverageLatency(us), 300.0"));
        assertEquals(report.succeeded(), 90);
        assertEquals(report.failed(), 10);
        assertEquals(report.latencies().keySet(), Set.of("READ-MODIFY-WRITE"));
    }

    @Test
    public void anEmptyReportHasNoFigures() {
        YcsbReport report = of(List.of());
        assertEquals(report.succeeded() + report.failed() + report.wrongReads(), 0);
        assertTrue(Double.isNaN(report.seconds()));
        assertTrue(Double.isNaN(report.latency("READ").mean()));
    }

    @Test
    public void leavesOutOtherText() {
        YcsbReport report = new YcsbReport();
        assertFalse(report.add("READ: Count=5, Max=3"));
        assertFalse(report.add("[READ], Operations, many"));
        assertFalse(report.add("MapKeeper: org.apache.thrift.transport.TTransportException"));
        assertTrue(report.add("[READ], Return=OK, 5"));
        assertEquals(report.succeeded(), 5);
    }

    private static YcsbReport of(List<String> lines) {
        YcsbReport report = new YcsbReport();
        lines.forEach(line -> assertTrue(report.add(line), line));
        return report;
    }
}
