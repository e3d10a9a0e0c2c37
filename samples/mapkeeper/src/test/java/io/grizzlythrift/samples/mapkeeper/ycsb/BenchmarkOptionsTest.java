package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class BenchmarkOptionsTest {
    @Test
    public void hasDefaults() {
        assertEquals(BenchmarkOptions.parse(), new YcsbJob(YcsbWorkload.A, 5_000, 100_000, 8));
    }

    @Test
    public void takesArgumentsInAnyOrder() {
        assertEquals(
                BenchmarkOptions.parse("--threads", "2", "--operations", "30", "--records", "20"),
                new YcsbJob(YcsbWorkload.A, 20, 30, 2));
    }

    @DataProvider
    public static Object[][] wrongArguments() {
        return new Object[][] {
            {"--records 0", "records is 0, must be 1 to 1000000"},
            {"--records 1000001", "records is 1000001, must be 1 to 1000000"},
            {"--operations -1", "operations is -1, must be 1 to 10000000"},
            {"--operations 10000001", "operations is 10000001, must be 1 to 10000000"},
            {"--threads 0", "threads is 0, must be 1 to 256"},
            {"--threads 257", "threads is 257, must be 1 to 256"},
            {"--threads 11 --records 10", "threads is 11, must be 1 to 10"},
            {"--threads 11 --operations 10", "threads is 11, must be 1 to 10"},
            {"--records", "--records needs a number"},
            {"--records many", "--records is many, must be a number"},
            {"--record 1", "unknown argument --record"},
        };
    }

    @Test(dataProvider = "wrongArguments")
    public void rejectsWithNameValueAndBound(String arguments, String message) {
        IllegalArgumentException rejection =
                expectThrows(IllegalArgumentException.class, () -> BenchmarkOptions.parse(arguments.split(" ", -1)));
        assertEquals(rejection.getMessage(), message);
    }
}
