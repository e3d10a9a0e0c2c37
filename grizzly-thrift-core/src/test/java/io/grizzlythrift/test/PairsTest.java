package io.grizzlythrift.test;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the rows have all pairs of values, in far fewer rows than the product. */
public final class PairsTest {
    private static Integer[] values(int count) {
        return IntStream.range(0, count).boxed().toArray(Integer[]::new);
    }

    @DataProvider
    static Object[][] sizes() {
        return new Object[][] {
            {new int[] {3, 4}, 12},
            {new int[] {9, 3, 3}, 27},
            {new int[] {3, 3, 3}, 9},
            {new int[] {5, 3, 3}, 15},
            {new int[] {2, 2, 2, 2, 2}, 8},
            {new int[] {3, 4, 2, 5, 3}, 25},
            {new int[] {1, 1, 1}, 1}
        };
    }

    @Test(dataProvider = "sizes")
    public void everyTwoValuesMeet(int[] sizes, int atMost) {
        Integer[][] factors = Arrays.stream(sizes).mapToObj(PairsTest::values).toArray(Integer[][]::new);
        Object[][] rows = Pairs.of((Object[][]) factors);
        assertTrue(rows.length <= atMost, rows.length + " rows");
        for (int a = 0; a < sizes.length; a++) {
            for (int b = a + 1; b < sizes.length; b++) {
                Set<Object> met = new HashSet<>();
                for (Object[] row : rows) {
                    met.add(row[a] + " and " + row[b]);
                }
                assertEquals(met.size(), sizes[a] * sizes[b], "of factors " + a + " and " + b);
            }
        }
        assertTrue(Arrays.deepEquals(Pairs.of((Object[][]) factors), rows), "other rows for the same values");
    }
}
