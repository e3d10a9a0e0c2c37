package io.grizzlythrift.bench.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import java.util.Map;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What YCSB is told. */
public final class YcsbPlanTest {
    /** Every workload. */
    @DataProvider
    public Object[][] letters() {
        return Stream.of(YcsbLetter.values())
                .map(letter -> new Object[] {letter})
                .toArray(Object[][]::new);
    }

    /** YCSB picks an operation by its share. */
    @Test(dataProvider = "letters")
    public void sharesOfAWorkloadAreAll(YcsbLetter letter) {
        Map<String, String> properties = plan(letter, 2).job(1).workload().properties();
        double sum = properties.entrySet().stream()
                .filter(property -> property.getKey().endsWith("proportion"))
                .mapToDouble(property -> Double.parseDouble(property.getValue()))
                .sum();
        assertEquals(sum, 1.0, 1e-9, properties.toString());
    }

    /** A stub gives other bytes than were written. */
    @Test
    public void readsOfAStubAreNotChecked() {
        YcsbPlan stub = new YcsbPlan(YcsbClient.GRIZZLY, YcsbStore.STUB, YcsbLetter.B, 1, 1, 1);
        assertEquals(stub.job(1).workload().properties().get("dataintegrity"), "false");
        assertEquals(plan(YcsbLetter.B, 1).job(1).workload().properties().get("dataintegrity"), "true");
    }

    /** More would wait for ever. */
    @Test
    public void theSimpleServerServesOneThread() {
        plan(YcsbLetter.A, 1).checkFor("simple");
        plan(YcsbLetter.A, 2).checkFor("thread-pool");
        IllegalArgumentException refusal = expectThrows(
                IllegalArgumentException.class, () -> plan(YcsbLetter.A, 2).checkFor("simple"));
        assertEquals(
                refusal.getMessage(),
                "threads must be 1 for the server simple, which serves one connection at a time, but is 2");
    }

    private static YcsbPlan plan(YcsbLetter letter, int threads) {
        return new YcsbPlan(YcsbClient.LIBTHRIFT, YcsbStore.MEMORY, letter, threads, 10, 10);
    }
}
