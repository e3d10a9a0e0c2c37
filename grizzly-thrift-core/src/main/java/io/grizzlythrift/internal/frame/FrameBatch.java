package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.header.FrameHeader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The frames, or unframed messages, that one read completed, in the order in which they were received. Each frame is a
 * slice of an array, usually the array of the read. The first frame has its own array if it began in an earlier read.
 *
 * <p>The arrays belong to the batch and are not modified after its creation, so slices of them may be retained. If none
 * is retained, {@link #release} allows reuse of the read's array. A batch is not thread-safe; it is published safely by
 * the strategy that hands it over.
 */
public final class FrameBatch {
    /** The largest initial capacity, in frames. */
    private static final int MAX_EXPECTED = 256;

    private byte[] read;

    /** The array of frame 0 if that is not {@link #read}, otherwise null. */
    private byte[] assembled;

    /**
     * The charged size of the assembled array, plus the bytes of the read if they are retained, plus the size of the
     * headers.
     */
    private int retainedBytes;

    /** Offset and length of each frame: two values per frame. */
    private int[] bounds;

    private int size;

    /** The pooled buffer that owns the array {@link #read}, or null if the array is not pooled. */
    private PooledReadBuffer buffer;

    /** The format of all frames, or of the first one if {@link #formats} is not null. */
    private WireFormat format = WireFormat.FRAMED;

    /** The format of each frame; null if all have the same. */
    private WireFormat[] formats;

    /** The header of each frame, null for one that has none; null if no frame has one. */
    private FrameHeader[] headers;

    /** The length of each frame that is too large, 0 for others; null if no frame is. */
    private int[] oversized;

    /** The requests of an HTTP connection, in place of frames. */
    private List<HttpEvent> http = List.of();

    private FrameBatch(byte[] read, byte[] assembled, int expected) {
        this.read = read;
        this.assembled = assembled;
        bounds = new int[2 * Math.min(MAX_EXPECTED, expected)];
    }

    /**
     * Creates a batch whose frames all lie in {@code read}.
     *
     * @param expected an estimate of the number of frames, at least 1
     */
    static FrameBatch of(byte[] read, int expected) {
        return new FrameBatch(read, null, expected);
    }

    /**
     * Creates a batch whose first frame, to be added next, lies in the array of {@code assembled}, which is complete;
     * others lie in {@code read}.
     */
    static FrameBatch withFirst(PartialFrame assembled, byte[] read, int expected) {
        FrameBatch batch = new FrameBatch(read, assembled.array(), expected);
        batch.retainedBytes = assembled.capacity();
        return batch;
    }

    /**
     * Creates a batch of one frame that was not received over a framed connection. It retains the whole array.
     *
     * @param array the array that holds the frame; must not be modified from now on
     * @param offset the index of its first byte
     * @param length its length in bytes, at least 1
     * @return the batch
     * @throws IllegalArgumentException if {@code length} is less than 1
     * @throws IndexOutOfBoundsException if the frame does not lie within the array
     */
    public static FrameBatch of(byte[] array, int offset, int length) {
        if (length < 1) {
            throw new IllegalArgumentException("length is " + length + ", must be at least 1");
        }
        Objects.checkFromIndexSize(offset, length, array.length);
        FrameBatch batch = new FrameBatch(array, null, 1);
        batch.add(offset, length, WireFormat.ofFrame(array[offset]));
        batch.complete(array.length);
        return batch;
    }

    /**
     * Creates a batch of one message that was taken out of another batch.
     *
     * @param message the message, restored if it was transformed; the array must not be modified from now on
     * @param format the format of that batch
     * @param header the {@linkplain FrameHeader#detached() detached} header of its frame, if it has one
     * @return the batch
     */
    @SuppressWarnings("exports") // for the packages of this module
    public static FrameBatch ofMessage(byte[] message, WireFormat format, Optional<FrameHeader> header) {
        FrameBatch batch = of(message, 0, message.length);
        batch.format = format;
        header.ifPresent(detached -> {
            batch.headers = new FrameHeader[] {detached};
            batch.retainedBytes += detached.heapBytes();
        });
        return batch;
    }

    /**
     * Creates a batch of the body of an HTTP request, which retains the head as well.
     *
     * @param request a request with a body
     * @return the batch
     */
    @SuppressWarnings("exports") // for the packages of this module
    public static FrameBatch of(HttpEvent.Request request) {
        FrameBatch batch = of(request.body(), 0, request.bodyBytes());
        batch.retainedBytes += request.head().heapBytes();
        return batch;
    }

    /**
     * Creates a batch of a call whose arguments are converted by the thread that runs it.
     *
     * @param message the header of its message
     * @param otherBytes the size of its arguments and of the head of its request, which are retained as well
     * @return the batch
     */
    public static FrameBatch ofTranscoded(byte[] message, int otherBytes) {
        FrameBatch batch = ofMessage(message, WireFormat.TRANSCODED, Optional.empty());
        batch.retainedBytes += otherBytes;
        return batch;
    }

    /** Creates a batch of requests, without frames. Their bytes are not those of the read. */
    static FrameBatch ofHttp(List<HttpEvent> requests) {
        FrameBatch batch = new FrameBatch(null, null, 0);
        batch.http = requests;
        return batch;
    }

    /**
     * {@return the requests of a connection in the dialect {@link io.grizzlythrift.frame.Dialect#HTTP}, which has no frames;
     * empty in any other dialect}
     */
    @SuppressWarnings("exports") // for the filters of this module
    public List<HttpEvent> http() {
        return http;
    }

    /**
     * Completes the batch after all frames were added. The array of the read is retained only if a frame lies in it.
     *
     * @param bytes the size of the read, including bytes between and after frames
     */
    void complete(int bytes) {
        if (isInRead()) {
            retainedBytes += bytes;
        } else {
            read = null;
        }
    }

    /** Whether a frame lies in the array of the read. */
    boolean isInRead() {
        return http.isEmpty() && (assembled == null || size > 1);
    }

    /** {@return the number of bytes that the batch retains until it is released or cleared; never changes} */
    public int retainedBytes() {
        return retainedBytes;
    }

    /** {@return whether any frame has a header} Call this only while the arrays are retained. */
    public boolean hasHeaders() {
        return headers != null;
    }

    /**
     * Returns whether a frame has a header. Call this only while the arrays are retained.
     *
     * @param frame 0 to {@code size() - 1}
     * @return whether {@link #header} returns one
     */
    public boolean hasHeader(int frame) {
        FrameHeader[] parsed = headers;
        return parsed != null && parsed[frame] != null;
    }

    /**
     * Returns whether the replies to all calls may leave out of order. Call this only while the arrays are retained.
     *
     * @param withoutHeaders whether those to calls without a header may
     * @return false if a call has a header that does not say so
     */
    public boolean isOutOfOrder(boolean withoutHeaders) {
        if (headers == null) {
            return withoutHeaders;
        }
        for (int frame = 0; frame < size; frame++) {
            if (headers[frame] == null ? !withoutHeaders : !headers[frame].isOutOfOrder()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Removes frames. Call this only before the batch is handed over.
     *
     * @param condition gets 0 to {@code size() - 1}, in this order
     */
    @SuppressWarnings("exports") // for the filters of this module
    public void removeIf(IntPredicate condition) {
        int kept = 0;
        for (int frame = 0; frame < size; frame++) {
            if (!condition.test(frame)) {
                move(frame, kept++);
            }
        }
        size = kept;
    }

    private void move(int from, int to) {
        if (to == 0 && from > 0) {
            assembled = null; // its frame is removed
        }
        if (from != to) {
            bounds[2 * to] = bounds[2 * from];
            bounds[2 * to + 1] = bounds[2 * from + 1];
            if (headers != null) {
                headers[to] = headers[from];
            }
            if (formats != null) {
                formats[to] = formats[from];
            }
        }
    }

    /**
     * Returns the header of a frame, which refers to the array of the frame.
     *
     * @param frame 0 to {@code size() - 1}
     * @return its header
     * @throws IllegalStateException if it has none, or the arrays are not retained
     */
    @SuppressWarnings("exports") // for the packages of this module
    public FrameHeader header(int frame) {
        FrameHeader[] parsed = headers;
        if (parsed == null || parsed[frame] == null) {
            throw new IllegalStateException("frame " + frame + " of this batch has no header");
        }
        return parsed[frame];
    }

    /**
     * Returns whether the payload of a frame must be restored. May be called while another thread releases the arrays.
     *
     * @param frame 0 to {@code size() - 1}
     * @return false if it has no header
     */
    public boolean isTransformed(int frame) {
        FrameHeader[] parsed = headers;
        return parsed != null && parsed[frame] != null && parsed[frame].isTransformed();
    }

    /**
     * Returns the format in which a message was received and its reply is sent.
     *
     * @param frame 0 to {@code size() - 1}
     * @return the dialect and the protocol of the message; if the frame has a header, that header names the protocol
     */
    public WireFormat format(int frame) {
        return formats == null ? format : formats[frame];
    }

    void setReadBuffer(PooledReadBuffer buffer) {
        this.buffer = buffer;
    }

    /**
     * Releases the arrays. Neither the frames nor slices of them may be used afterwards: the array of the read is
     * recycled for another read, and that of a large frame for another frame. Optional; to be called at most once.
     * Sizes remain available.
     */
    public void release() {
        PooledReadBuffer used = buffer;
        if (assembled != null) {
            LargeArrayPool.recycle(assembled);
        }
        clear();
        if (used != null) {
            used.dispose();
        }
    }

    /**
     * Drops the references to the arrays without recycling them: slices of frames remain valid. Optional; to be called
     * at most once.
     */
    public void clear() {
        read = null;
        assembled = null;
        buffer = null;
        headers = null;
    }

    void add(int offset, int length, WireFormat of) {
        if (2 * size == bounds.length) {
            grow();
        }
        bounds[2 * size] = offset;
        bounds[2 * size + 1] = length;
        if (of != format || formats != null) {
            addFormat(of);
        }
        size++;
    }

    private void grow() {
        bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        formats = formats == null ? null : Arrays.copyOf(formats, capacity());
        headers = headers == null ? null : Arrays.copyOf(headers, capacity());
        oversized = oversized == null ? null : Arrays.copyOf(oversized, capacity());
    }

    /** Returns how many frames fit into the arrays. */
    private int capacity() {
        return bounds.length / 2;
    }

    private void addFormat(WireFormat of) {
        if (size == 0) {
            format = of;
            return;
        }
        if (formats == null) {
            formats = new WireFormat[capacity()];
            Arrays.fill(formats, 0, size, format);
        }
        formats[size] = of;
    }

    /**
     * Adds a frame with a header. Its payload takes the place of the frame.
     *
     * @param inheritedBytes the size of the inherited headers that no other batch retains
     */
    void add(FrameHeader header, int inheritedBytes) {
        add(header.payloadOffset(), header.payloadLength(), WireFormat.HEADER_BINARY);
        if (headers == null) {
            headers = new FrameHeader[capacity()];
        }
        headers[size - 1] = header;
        retainedBytes += FrameHeader.OBJECT_BYTES + inheritedBytes;
    }

    /** Marks the last frame as the beginning of one that is too large. */
    void setOversized(int length) {
        if (oversized == null) {
            oversized = new int[capacity()];
        }
        oversized[size - 1] = length;
    }

    /**
     * Returns whether a frame is larger than accepted. Then only its beginning is in the batch.
     *
     * @param frame 0 to {@code size() - 1}
     * @return the length in bytes that the frame states; 0 if it is not too large
     */
    public int oversizedBytes(int frame) {
        return oversized == null ? 0 : oversized[frame];
    }

    /** {@return the number of frames; 0 if there are {@linkplain #http() requests} instead, or all were removed} */
    public int size() {
        return size;
    }

    /**
     * Returns the array in which a frame lies.
     *
     * @param frame 0 to {@code size() - 1}
     * @return the array itself, not a copy
     */
    public byte[] array(int frame) {
        return frame == 0 && assembled != null ? assembled : read;
    }

    /**
     * Returns the index of a frame's first byte in its array, after the length prefix and the header.
     *
     * @param frame 0 to {@code size() - 1}
     * @return offset in bytes
     */
    public int offset(int frame) {
        return bounds[2 * frame];
    }

    /**
     * Returns the length of a frame without its 4-byte prefix and its header.
     *
     * @param frame 0 to {@code size() - 1}
     * @return length in bytes, at least 1
     */
    public int length(int frame) {
        return bounds[2 * frame + 1];
    }
}
