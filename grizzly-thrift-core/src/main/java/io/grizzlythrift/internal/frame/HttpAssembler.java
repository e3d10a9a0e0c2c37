package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of a {@link io.grizzlythrift.frame.Dialect#HTTP} connection into requests, and examines each byte once. A
 * head is parsed where it was read. Heads and bodies that span reads are copied to a {@link PartialFrame}, which charges
 * them to the memory account of the connection.
 *
 * <p>After an invalid request, and after one that is the last of its connection, further bytes are discarded. The
 * timeout of an invalid request keeps running, so that the connection is terminated if the peer does not close it.
 */
final class HttpAssembler extends MessageAssembler {
    /** The length of the longest line that gives the length of a chunk, including extensions. */
    private static final int MAX_CHUNK_LINE_BYTES = 256;

    private static final int BAD_REQUEST = 400;
    private static final int CONTENT_TOO_LARGE = 413;
    private static final int HEAD_TOO_LARGE = 431;
    private static final int END_OF_HEAD = 0x0d0a0d0a;
    private static final int HEX = 16;

    private enum State {
        HEAD,
        BODY,
        CHUNK_LENGTH,
        CHUNK_EXTENSION,
        CHUNK_DATA,
        CHUNK_END,
        TRAILER,
        DISCARD
    }

    private final int maxFrameBytes;
    private final int maxHeadBytes;
    private final PartialFrame partial;
    private State state = State.HEAD;

    /** The last four bytes of the head, or of the trailer. */
    private int lastBytes;

    /** The number of bytes of the current line of a chunk, or of the trailer. */
    private int lineBytes;

    /** How many bytes of the current chunk are missing. */
    private long chunkBytes;

    private RequestHead head;

    /** The number of bytes charged for the head while its body is incomplete. */
    private int headBytes;

    /** @param maxHeadBytes the largest head in bytes, and the largest trailer */
    HttpAssembler(int maxFrameBytes, int maxHeadBytes, MemoryAccount memory, LongSupplier clock) {
        super(memory, clock);
        this.maxFrameBytes = maxFrameBytes;
        this.maxHeadBytes = maxHeadBytes;
        partial = new PartialFrame(memory);
    }

    @Override
    FrameBatch take(byte[] read, int from, int to) throws FrameException {
        List<HttpEvent> events = new ArrayList<>();
        int position = from;
        try {
            while (position < to && state != State.DISCARD) {
                position = advance(read, position, to, events);
            }
        } catch (BadRequestException e) {
            events.add(new HttpEvent.Rejection(e));
            beginIncomplete();
            endPartial();
            releaseHead();
            state = State.DISCARD;
        }
        if (hasIncompleteRequest()) {
            beginIncomplete();
        }
        return events.isEmpty() ? null : FrameBatch.ofHttp(events);
    }

    private boolean hasIncompleteRequest() {
        return state == State.HEAD ? partial.receivedBytes() > 0 : state != State.DISCARD;
    }

    /** Processes at least one byte. Returns the index after the last byte used. */
    private int advance(byte[] read, int position, int to, List<HttpEvent> events)
            throws BadRequestException, FrameException {
        return switch (state) {
            case HEAD -> continueHead(read, position, to, events);
            case BODY -> continueBody(read, position, to, events);
            case CHUNK_DATA -> continueChunk(read, position, to);
            case CHUNK_LENGTH, CHUNK_EXTENSION, CHUNK_END, TRAILER -> {
                continueLine(read[position], events);
                yield position + 1;
            }
            case DISCARD -> to;
        };
    }

    private void continueLine(byte next, List<HttpEvent> events) throws BadRequestException {
        switch (state) {
            case CHUNK_LENGTH -> continueChunkLength(next);
            case CHUNK_EXTENSION -> continueChunkExtension(next);
            case CHUNK_END -> continueChunkEnd(next);
            default -> continueTrailer(next, events);
        }
    }

    private int continueBody(byte[] read, int from, int to, List<HttpEvent> events) throws FrameException {
        int end = append(read, from, Math.min(partial.missingBytes(), to - from));
        if (partial.missingBytes() == 0) {
            completePartial(events);
        }
        return end;
    }

    private int continueChunk(byte[] read, int from, int to) throws FrameException {
        int count = (int) Math.min(chunkBytes, to - from);
        chunkBytes -= count;
        if (chunkBytes == 0) {
            state = State.CHUNK_END;
            lineBytes = 0;
        }
        return append(read, from, count);
    }

    private int continueHead(byte[] read, int from, int to, List<HttpEvent> events)
            throws BadRequestException, FrameException {
        int position = from;
        while (partial.receivedBytes() == 0 && position < to && isLineEnd(read[position])) {
            position++; // some clients send an empty line after a body (RFC 9112, section 2.2)
        }
        int begin = position;
        while (position < to && lastBytes != END_OF_HEAD) {
            lastBytes = next(lastBytes, read[position++]);
        }
        int length = partial.receivedBytes() + position - begin;
        if (length > maxHeadBytes) {
            throw new BadRequestException(
                    HEAD_TOO_LARGE, "the head has more than " + maxHeadBytes + " bytes, which is maxHttpHeadBytes");
        }
        if (lastBytes == END_OF_HEAD && length == position - begin) { // in one read
            head = RequestHead.parse(read, begin, position);
        } else if (position > begin) {
            partial.expect(maxHeadBytes);
            append(read, begin, position - begin);
            if (lastBytes != END_OF_HEAD) {
                return position;
            }
            head = RequestHead.parse(partial.array(), 0, length);
            endPartial();
        } else {
            return position;
        }
        lastBytes = 0;
        return beginBody(read, position, to, events);
    }

    private static boolean isLineEnd(byte next) {
        return next == '\r' || next == '\n';
    }

    /** Shifts in a byte, and checks that CR and LF only occur together. */
    private static int next(int lastBytes, byte next) throws BadRequestException {
        if (((byte) lastBytes == '\r') != (next == '\n')) {
            throw new BadRequestException(BAD_REQUEST, "a line does not end with CR LF");
        }
        return lastBytes << Byte.SIZE | (next & 0xff);
    }

    /** Begins the body, and takes it if it arrived with the head. Returns the index after the last byte used. */
    private int beginBody(byte[] read, int from, int to, List<HttpEvent> events)
            throws BadRequestException, FrameException {
        requireBody(head.contentLength());
        int length = (int) head.contentLength();
        if (head.expectsContinue() && from == to && (head.isChunked() || length > 0)) {
            events.add(new HttpEvent.Expectation());
        }
        if (head.isChunked()) {
            chargeHead();
            partial.expect(maxFrameBytes);
            beginChunk();
        } else if (length <= to - from) {
            complete(Arrays.copyOfRange(read, from, from + length), length, events);
            return from + length;
        } else {
            chargeHead();
            partial.expect(length);
            state = State.BODY;
        }
        return from;
    }

    private void chargeHead() throws FrameException {
        headBytes = head.heapBytes();
        if (!memory().charge(MemoryPart.PARTIAL_FRAMES, headBytes)) {
            throw FrameException.ofMemory("no memory is left for the head of a request");
        }
    }

    private void releaseHead() {
        memory().release(MemoryPart.PARTIAL_FRAMES, headBytes);
        headBytes = 0;
    }

    private void requireBody(long bytes) throws BadRequestException {
        if (bytes > maxFrameBytes) {
            throw new BadRequestException(
                    CONTENT_TOO_LARGE, "the body is too large, maxFrameBytes is " + maxFrameBytes);
        }
    }

    private void beginChunk() {
        state = State.CHUNK_LENGTH;
        lineBytes = 0;
        chunkBytes = 0;
    }

    private void continueChunkLength(byte next) throws BadRequestException {
        int digit = Character.digit(next, HEX);
        if (digit >= 0) {
            lineBytes++;
            chunkBytes = chunkBytes * HEX + digit;
            requireBody(partial.receivedBytes() + chunkBytes);
        } else if (lineBytes == 0 || (next != '\r' && next != ';' && next != ' ' && next != '\t')) {
            throw new BadRequestException(BAD_REQUEST, "the length of a chunk is invalid");
        } else {
            state = State.CHUNK_EXTENSION;
            lastBytes = next;
        }
        requireShortChunkLine();
    }

    private void continueChunkExtension(byte next) throws BadRequestException {
        lastBytes = next(lastBytes, next);
        lineBytes++;
        requireShortChunkLine();
        if (next == '\n') {
            state = chunkBytes == 0 ? State.TRAILER : State.CHUNK_DATA;
            lineBytes = 0;
        }
    }

    private void requireShortChunkLine() throws BadRequestException {
        if (lineBytes > MAX_CHUNK_LINE_BYTES) {
            throw new BadRequestException(
                    BAD_REQUEST, "the length of a chunk has more than " + MAX_CHUNK_LINE_BYTES + " bytes");
        }
    }

    private void continueChunkEnd(byte next) throws BadRequestException {
        if (next != (lineBytes == 0 ? '\r' : '\n')) {
            throw new BadRequestException(BAD_REQUEST, "a chunk does not end with CR LF");
        }
        if (++lineBytes == 2) {
            beginChunk();
        }
    }

    /** Skips the fields after the last chunk. The line break before them is treated as the end of a line. */
    private void continueTrailer(byte next, List<HttpEvent> events) throws BadRequestException {
        lastBytes = next(lastBytes, next);
        if (++lineBytes > maxHeadBytes) {
            throw new BadRequestException(
                    HEAD_TOO_LARGE, "the trailer has more than " + maxHeadBytes + " bytes, which is maxHttpHeadBytes");
        }
        if (lastBytes == END_OF_HEAD) {
            lastBytes = 0;
            completePartial(events);
        }
    }

    /** Completes a request whose body is in the partial message. */
    private void completePartial(List<HttpEvent> events) {
        byte[] body = partial.trimmed();
        int length = partial.receivedBytes();
        endPartial();
        releaseHead();
        complete(body, length, events);
    }

    private void complete(byte[] body, int bodyBytes, List<HttpEvent> events) {
        events.add(new HttpEvent.Request(head, body, bodyBytes));
        state = head.isKeepAlive() ? State.HEAD : State.DISCARD;
        head = null;
        endIncomplete();
    }

    private void endPartial() {
        partial.end();
        memory().endFrame();
    }

    /** Appends bytes to the partial head or body. Returns the index after them. */
    private int append(byte[] read, int from, int count) throws FrameException {
        makeRoomFor(count);
        partial.append(read, from, count);
        return from + count;
    }

    private void makeRoomFor(int count) throws FrameException {
        int before = partial.capacity();
        if (!partial.makeRoom(count)) {
            throw FrameException.ofMemory("no memory is left for a partial request");
        }
        if (partial.capacity() != before) {
            memory().setMissingBytes(state == State.BODY ? (int) head.contentLength() - partial.capacity() : 0);
        }
    }

    /** {@inheritDoc} Known while a body with a Content-Length is incomplete. */
    @Override
    int missingBytes() {
        return state == State.BODY ? partial.missingBytes() : 0;
    }

    @Override
    void append(ByteBuffer bytes) throws FrameException {
        makeRoomFor(bytes.remaining());
        partial.append(bytes);
    }

    @Override
    FrameBatch takeIfComplete() {
        if (state != State.BODY || partial.missingBytes() > 0) {
            return null;
        }
        List<HttpEvent> events = new ArrayList<>(1);
        completePartial(events);
        return FrameBatch.ofHttp(events);
    }
}
