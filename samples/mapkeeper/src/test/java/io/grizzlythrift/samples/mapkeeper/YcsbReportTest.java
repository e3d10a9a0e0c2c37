package io.grizzlythrift.samples.mapkeeper;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.samples.mapkeeper.YcsbReport.Latency;
import java.io.IOException;
import java.util.List;
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
    public void readsFigures() throws IOException {
        YcsbReport report = YcsbReport.parse(CLEAN);
        assertEquals(report.operationsPerSecond(), 40_000.0);
        assertEquals(report.seconds(), 2.5);
        assertEquals(report.latency("READ"), new Latency(151.25, 301, 1420));
        assertEquals(report.latency("UPDATE"), new Latency(252.5, 502, 2420));
        assertEquals(report.operations(), Set.of("READ", "UPDATE"));
    }

    @Test
    public void countsOperationsButNotTheirVerification() throws IOException {
        YcsbReport report = YcsbReport.parse(CLEAN);
        assertEquals(report.succeeded(), 100_000);
        assertEquals(report.failed(), 0);
        assertEquals(report.wrong(), 0);
    }

    @Test
    public void countsEveryKindOfFailureOnce() throws IOException {
        YcsbReport report = YcsbReport.parse(List.of(
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
        assertEquals(report.wrong(), 0);
    }

    @Test
    public void countsReadsThatWereNotRight() throws IOException {
        List<String> wrong =
                List.of("[READ], Return=OK, 10", "[VERIFY], Return=OK, 7", "[VERIFY], Return=UNEXPECTED_STATE, 3");
        assertEquals(YcsbReport.parse(wrong).wrong(), 3);
        assertEquals(
                YcsbReport.parse(List.of("[READ], Return=OK, 10")).wrong(),
                10,
                "a read without a check proves nothing");
    }

    @Test
    public void aReadModifyWriteIsOneOperation() throws IOException {
        YcsbReport report = YcsbReport.parse(List.of(
                "[READ], Return=OK, 100",
                "[UPDATE], Return=OK, 40",
                "[UPDATE], Return=ERROR, 10",
                "[UPDATE-FAILED], AverageLatency(us), 12.0",
                "[READ-MODIFY-WRITE], Operations, 50",
                "[READ-MODIFY-WRITE], AverageLatency(us), 300.0"));
        assertEquals(report.succeeded(), 90);
        assertEquals(report.failed(), 10);
        assertEquals(report.operations(), Set.of("READ-MODIFY-WRITE"));
    }

    @Test
    public void anEmptyReportHasNoFigures() throws IOException {
        YcsbReport report = YcsbReport.parse(List.of());
        assertEquals(report.succeeded() + report.failed() + report.wrong(), 0);
        assertTrue(Double.isNaN(report.operationsPerSecond()));
        assertTrue(Double.isNaN(report.latency("READ").mean()));
    }

    @Test
    public void refusesOtherText() throws IOException {
        IOException refusal = expectThrows(IOException.class, () -> YcsbReport.parse(List.of("READ: Count=5, Max=3")));
        assertEquals(refusal.getMessage(), "not a line of a YCSB report: READ: Count=5, Max=3");
        expectThrows(IOException.class, () -> YcsbReport.parse(List.of("[READ], Operations, many")));
    }
}
