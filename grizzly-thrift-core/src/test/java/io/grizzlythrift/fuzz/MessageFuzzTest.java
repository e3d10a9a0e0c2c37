package io.grizzlythrift.fuzz;

import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the fuzz targets succeed on their initial corpora and on all inputs on which they failed before. */
public class MessageFuzzTest {
    @DataProvider
    Object[][] targets() {
        Consumer<byte[]> binary = BinaryMessageFuzz::fuzzerTestOneInput;
        Consumer<byte[]> compact = CompactMessageFuzz::fuzzerTestOneInput;
        Consumer<byte[]> json = JsonMessageFuzz::fuzzerTestOneInput;
        return new Object[][] {
            {BinaryMessageFuzz.class, BinaryMessageFuzz.seeds(), binary},
            {CompactMessageFuzz.class, CompactMessageFuzz.seeds(), compact},
            {JsonMessageFuzz.class, JsonMessageFuzz.seeds(), json},
        };
    }

    @Test(dataProvider = "targets")
    void seedsAndFindings(Class<?> target, List<byte[]> seeds, Consumer<byte[]> check) throws Exception {
        List<byte[]> inputs = new ArrayList<>(seeds);
        inputs.addAll(FuzzFindings.of(target));
        inputs.add(new byte[0]); // the first input of any fuzzer
        assertTrue(inputs.size() > 40, inputs.size() + " inputs");
        for (byte[] input : inputs) {
            try {
                check.accept(input);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("fails on " + HexFormat.of().formatHex(input), e);
            }
        }
    }
}
