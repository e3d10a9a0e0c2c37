package io.grizzlythrift.internal.header;

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
public class HeaderFuzzTest {
    private static final int MUTATIONS = 100_000;

    @Test
    void seedsAndFindings() throws IOException {
        List<byte[]> inputs = new ArrayList<>(HeaderFuzz.seeds());
        inputs.addAll(FuzzFindings.of(HeaderFuzz.class));
        assertTrue(inputs.size() > 100, inputs.size() + " inputs");
        inputs.forEach(HeaderFuzzTest::check);
    }

    @Test
    void mutations() {
        Mutations mutations =
                new Mutations(HeaderFuzz.seeds().subList(3, HeaderFuzz.seeds().size()));
        for (int number = 0; number < MUTATIONS; number++) {
            check(mutations.make(number));
        }
    }

    private static void check(byte[] input) {
        try {
            HeaderFuzz.fuzzerTestOneInput(input);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("fails on " + HexFormat.of().formatHex(input), e);
        }
    }
}
