package io.grizzlythrift.bench.micro;

import static org.testng.Assert.assertEquals;

import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** What the probe finds in both libraries, and that it tells a copy from a view. */
public final class CopyProbeTest {
    private static final int LENGTH_BYTES = Integer.BYTES;

    /** A view changes with its source, and a copy does not. */
    @Test
    public void tellsACopyFromAView() {
        byte[] source = {1, 2, 3, 4};
        assertEquals(CopyProbe.copied(source, ByteBuffer.wrap(source, 1, 2)), 0);
        assertEquals(CopyProbe.copied(source, ByteBuffer.wrap(source.clone(), 1, 2)), 2);
        assertEquals(source, new byte[] {1, 2, 3, 4});
    }

    /** This library copies neither frames nor arguments, but each result once. */
    @Test
    public void countsOurCopies() throws TException {
        CopyProbe ours = CopyProbe.ofThisLibrary();
        assertEquals(ours.frames(), 0);
        assertEquals(ours.argument(), 0);
        assertEquals(ours.result(), CopyProbe.VALUE_BYTES);
    }

    /** A framed transport copies each frame into an array of its own, and each result. */
    @Test
    public void countsLibthriftsCopies() throws TException {
        CopyProbe libthrift = CopyProbe.ofLibthrift();
        int frame = CopyProbe.request().length - LENGTH_BYTES;
        assertEquals(libthrift.frames(), (long) CopyProbe.FRAMES * frame);
        assertEquals(libthrift.argument(), 0);
        assertEquals(libthrift.result(), CopyProbe.VALUE_BYTES);
    }
}
