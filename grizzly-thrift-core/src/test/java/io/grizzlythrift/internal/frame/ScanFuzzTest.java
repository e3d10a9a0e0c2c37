package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.fuzz.FuzzFindings;
import io.grizzlythrift.fuzz.Mutations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.testng.annotations.Test;

/**
 * Tests that the fuzz target succeeds on its initial corpus, on mutations of it, and on inputs on which it failed
 * before.
 */
public class ScanFuzzTest {
    private static final int MUTATIONS = 40_000;

    @Test
    void seedsAndFindings() throws IOException {
        List<byte[]> inputs = new ArrayList<>(ScanFuzz.seeds());
        inputs.addAll(FuzzFindings.of(ScanFuzz.class));
        assertTrue(inputs.size() > 100, inputs.size() + " inputs");
        inputs.forEach(ScanFuzzTest::check);
    }

    @Test
    void mutations() {
        Mutations mutations =
                new Mutations(ScanFuzz.seeds().subList(3, ScanFuzz.seeds().size()));
        for (int number = 0; number < MUTATIONS; number++) {
            check(mutations.make(number));
        }
    }

    private static void check(byte[] input) {
        try {
            ScanFuzz.fuzzerTestOneInput(input);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("fails on " + HexFormat.of().formatHex(input), e);
        }
    }
}
