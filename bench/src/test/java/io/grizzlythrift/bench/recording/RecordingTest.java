package io.grizzlythrift.bench.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Files of calls, and errors for other files. */
public final class RecordingTest {
    private Path file;

    @BeforeMethod
    void makeFile() throws IOException {
        file = Files.createTempFile("recording", ".calls");
    }

    @AfterMethod(alwaysRun = true)
    void removeFile() throws IOException {
        Files.deleteIfExists(file);
    }

    @DataProvider
    static Object[][] protocols() {
        return Stream.of(WireProtocol.values()).map(each -> new Object[] {each}).toArray(Object[][]::new);
    }

    /** Each call gets a new id, and is otherwise unchanged. */
    @Test(dataProvider = "protocols")
    public void readsCallsAndChangesTheirIds(WireProtocol protocol) throws Exception {
        CallFiles.write(file, protocol, client -> {
            client.send_add(4, 2);
            client.send_echo("a text");
        });
        Recording recording = Recording.read(file);
        assertEquals(recording.protocol(), protocol);
        assertEquals(recording.calls().stream().map(RecordedCall::method).toList(), List.of("add", "echo"));
        assertEquals(recording.title(), "2 calls of " + file.getFileName());
        for (int id : new int[] {RecordedCall.FIRST_ID, RecordedCall.FIRST_ID + 300, Integer.MAX_VALUE}) {
            ByteBuffer out = ByteBuffer.allocate(recording.largestFrameBytes());
            RecordedCall echo = recording.calls().get(1);
            echo.put(out, id);
            assertEquals(out.position(), echo.frameBytes());
            out.flip();
            assertEquals(out.getInt(), out.remaining());
            MessageHeader header = MessageHeader.read(out).orElseThrow();
            assertEquals(header.sequenceId(), id);
            assertEquals(header.name(), Optional.of("echo"));
            byte[] message = new byte[out.remaining()];
            out.get(message);
            String text = new String(message, ISO_8859_1);
            assertTrue(text.contains("a text"), text);
        }
    }

    @Test
    public void refusesCallsWithoutReply() throws IOException, TException {
        CallFiles.write(file, WireProtocol.COMPACT, client -> {
            client.send_ping();
            client.send_note("nobody replies to this");
        });
        assertEquals(
                refusal(),
                "calls is " + file + ", must hold framed calls in strict binary or compact that have a reply; there is"
                        + " none at byte 13");
    }

    @Test
    public void refusesTwoEncodings() throws IOException, TException {
        CallFiles.write(file, WireProtocol.BINARY, client -> client.send_ping());
        byte[] binary = Files.readAllBytes(file);
        CallFiles.write(file, WireProtocol.COMPACT, client -> client.send_ping());
        byte[] compact = Files.readAllBytes(file);
        ByteBuffer both =
                ByteBuffer.allocate(binary.length + compact.length).put(binary).put(compact);
        Files.write(file, both.array());
        assertEquals(
                refusal(),
                "calls is " + file + ", must be all binary as its first call; the one at byte " + binary.length
                        + " is compact");
    }

    /** Text, a truncated frame, an empty file and a missing file are rejected. */
    @Test
    public void refusesWhatIsNoRecording() throws IOException, TException {
        Files.writeString(file, "{\"kind\": \"load\"}");
        assertTrue(refusal().contains("there is none at byte 0"), refusal());
        CallFiles.write(file, WireProtocol.COMPACT, client -> client.send_ping());
        byte[] whole = Files.readAllBytes(file);
        for (int length = 1; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertTrue(refusal().contains("there is none at byte 0"), refusal());
        }
        Files.write(file, new byte[0]);
        assertEquals(refusal(), "calls is " + file + ", must hold at least one call, but is empty");
        Files.delete(file);
        assertEquals(refusal(), "calls is " + file + ", must be a file that can be read");
    }

    private String refusal() {
        return expectThrows(IllegalArgumentException.class, () -> Recording.read(file))
                .getMessage();
    }
}
