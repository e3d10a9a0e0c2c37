package io.grizzlythrift.internal.frame;

import java.util.Arrays;

/**
 * Finds the ends of messages without a length prefix by decoding their structure. It is fed consecutive pieces of a
 * byte stream and continues where it stopped: no byte is read twice, and the bytes of strings and of fixed-size values
 * are skipped without being read, so the time is linear in the number of bytes however they are split.
 *
 * <p>Open structs and containers are kept on an explicit stack of at most {@value #MAX_DEPTH} levels, so no message can
 * overflow the stack of the thread. The stack is reused: nothing is allocated per message.
 *
 * <p>A message that was found is complete, but only its structure is checked, not its names, texts and numbers. Used by
 * one thread at a time. After an exception it must not be used again.
 */
public abstract class MessageScanner {
    /** The result of {@link #scan} if the message does not end within the bytes. */
    public static final int MORE = -1;

    /**
     * The largest nesting depth of structs and containers: {@value}. Generated code reads structs up to 64 levels deep,
     * with containers in between.
     */
    public static final int MAX_DEPTH = 256;

    /** The result of {@link #fixedBytes} for a type whose values differ in size. */
    static final int VARIABLE = -1;

    /** Stands in place of element types for a struct. No value has the type 0, which ends a struct. */
    private static final int STRUCT_LEVEL = 0;

    private static final int INITIAL_DEPTH = 16;

    private final int maxBytes;

    /** The types of the elements of each open container: the odd ones shifted left by 8 bits, and the even ones. */
    private int[] types = new int[INITIAL_DEPTH];

    /**
     * The number of elements of each open container that have not begun; the keys and the values of a map count
     * separately.
     */
    private int[] elementsLeft = new int[INITIAL_DEPTH];

    private int depth;

    /** The number of bytes of the message in earlier calls of {@link #scan}. */
    private int scannedBytes;

    /** The number of following bytes that need not be read. */
    private long bytesToSkip;

    private boolean ended;

    /** @param maxBytes the length of the longest message, at least 1 */
    MessageScanner(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Creates a scanner at the beginning of a message.
     *
     * @param binary whether the messages are in the strict binary protocol; otherwise they are in the compact protocol
     * @param maxBytes the length of the longest message, at least 1
     * @return a scanner of that protocol
     */
    public static MessageScanner of(boolean binary, int maxBytes) {
        return binary ? new BinaryScanner(maxBytes) : new CompactScanner(maxBytes);
    }

    /**
     * Scans the next bytes of the stream.
     *
     * @param bytes the array that holds the bytes
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @return the index after the last byte of the message, where the next message begins; {@link #MORE} if it does not
     *     end here
     * @throws MalformedMessageException if the bytes are not a message, or the message is too large or too deep
     */
    public final int scan(byte[] bytes, int from, int to) throws MalformedMessageException {
        int room = maxBytes - scannedBytes;
        int end = to - from > room ? from + room : to;
        int position = from;
        while (position < end) {
            if (bytesToSkip > 0) {
                int count = (int) Math.min(bytesToSkip, end - position);
                bytesToSkip -= count;
                position += count;
            } else {
                position = next(bytes, position, end);
                if (ended) {
                    ended = false;
                    scannedBytes = 0;
                    expectMessage();
                    return position;
                }
                if (bytesToSkip >= room - (position - from)) { // no room even for the byte that ends the outer struct
                    throw tooLong();
                }
            }
        }
        scannedBytes += position - from;
        if (scannedBytes == maxBytes) {
            throw tooLong();
        }
        return MORE;
    }

    /** {@return whether the message has begun: the last call of {@link #scan} returned {@link #MORE}} */
    public final boolean isWithinMessage() {
        return scannedBytes > 0;
    }

    /**
     * {@return the least number of further bytes in the message, without the byte that ends it; less than its limit}
     */
    public final int missingBytes() {
        return (int) bytesToSkip;
    }

    /**
     * Skips bytes that the caller has received without scanning them.
     *
     * @param count at most {@link #missingBytes()}
     */
    public final void skipMissing(int count) {
        bytesToSkip -= count;
        scannedBytes += count;
    }

    /** Forgets the bytes of the message that has begun, as if the last message had just ended. */
    final void restart() {
        depth = 0;
        scannedBytes = 0;
        bytesToSkip = 0;
        expectMessage();
    }

    /** Begins a message. */
    abstract void expectMessage();

    /** Begins a field or the end of a struct. */
    abstract void expectField();

    /**
     * Processes a byte that cannot be skipped, or several.
     *
     * @param from the index of that byte
     * @param to the index after the last byte that is known
     * @return the index after the last byte processed
     */
    abstract int next(byte[] bytes, int from, int to) throws MalformedMessageException;

    /**
     * Returns the size of a value.
     *
     * @return the number of bytes, or {@link #VARIABLE}
     * @throws MalformedMessageException if there is no such type
     */
    abstract int fixedBytes(int type) throws MalformedMessageException;

    /** Begins a value of {@link #VARIABLE} size. */
    abstract void expectVariable(int type) throws MalformedMessageException;

    /** Skips the bytes that follow. */
    final void skip(int bytes) {
        bytesToSkip += bytes;
    }

    /** Skips the bytes of a string or of a name. */
    final void skipText(int length) throws MalformedMessageException {
        if (length < 0) {
            throw new MalformedMessageException("a length is " + length);
        }
        bytesToSkip += length;
    }

    /** Begins the value of a field, after which its struct continues. */
    final void expectValue(int type) throws MalformedMessageException {
        int bytes = fixedBytes(type);
        if (bytes == VARIABLE) {
            expectVariable(type);
        } else {
            skip(bytes);
            endValue();
        }
    }

    /** Opens a struct. */
    final void openStruct() throws MalformedMessageException {
        open(STRUCT_LEVEL, 0);
        expectField();
    }

    /** Closes a struct. The outermost struct ends the message. */
    final void closeStruct() throws MalformedMessageException {
        depth--;
        if (depth == 0) {
            ended = true;
        } else {
            endValue();
        }
    }

    /** Opens a list or a set. */
    final void openList(int type, int size) throws MalformedMessageException {
        if (!isEmpty(size, 1)) { // an empty container may state any type
            int bytes = fixedBytes(type);
            if (bytes == VARIABLE) {
                open((type << Byte.SIZE) | type, size);
            } else {
                bytesToSkip += (long) size * bytes;
            }
        }
        endValue();
    }

    /** Opens a map. */
    final void openMap(int keyType, int valueType, int size) throws MalformedMessageException {
        if (!isEmpty(size, 2)) {
            int keyBytes = fixedBytes(keyType);
            int valueBytes = fixedBytes(valueType);
            if (keyBytes == VARIABLE || valueBytes == VARIABLE) {
                open((valueType << Byte.SIZE) | keyType, 2 * size);
            } else {
                bytesToSkip += (long) size * (keyBytes + valueBytes);
            }
        }
        endValue();
    }

    /** Returns whether there are no elements. Each of them takes at least one byte. */
    private boolean isEmpty(int size, int elementsEach) throws MalformedMessageException {
        if (size < 0) {
            throw new MalformedMessageException("the size of a container is " + size);
        }
        if ((long) size * elementsEach >= maxBytes) {
            throw tooLong();
        }
        return size == 0;
    }

    private void open(int elementTypes, int elements) throws MalformedMessageException {
        if (depth == MAX_DEPTH) {
            throw new MalformedMessageException(
                    "more than " + MAX_DEPTH + " structs and containers lie within each other");
        }
        if (depth == types.length) {
            types = Arrays.copyOf(types, 2 * depth);
            elementsLeft = Arrays.copyOf(elementsLeft, 2 * depth);
        }
        types[depth] = elementTypes;
        elementsLeft[depth] = elements;
        depth++;
    }

    /**
     * Continues with the next field or element after a value. Closes each container of which the value was the last
     * element.
     */
    final void endValue() throws MalformedMessageException {
        while (types[depth - 1] != STRUCT_LEVEL) {
            int level = depth - 1;
            if (elementsLeft[level] == 0) {
                depth--;
            } else {
                int type = (elementsLeft[level] & 1) == 0 ? types[level] & 0xff : types[level] >>> Byte.SIZE;
                elementsLeft[level]--;
                int bytes = fixedBytes(type);
                if (bytes == VARIABLE) {
                    expectVariable(type);
                    return;
                }
                skip(bytes);
            }
        }
        expectField();
    }

    private MalformedMessageException tooLong() {
        return new MalformedMessageException("a message has more than " + maxBytes + " bytes, which is maxFrameBytes");
    }
}
