package io.grizzlythrift.catalog.json;

import org.apache.thrift.protocol.TProtocolException;

/**
 * The limits of one transcoder.
 *
 * @param maxDepth how many structs may be nested
 * @param maxBytes of a document
 */
record JsonLimits(int maxDepth, int maxBytes, LongFormat longs) {
    /** Between two structs there are containers, and each pair of a map is an array. */
    private static final int ARRAYS_PER_STRUCT = 16;

    int maxNesting() {
        return maxDepth * ARRAYS_PER_STRUCT;
    }

    ValueException tooBig() {
        return new ValueException(
                TProtocolException.SIZE_LIMIT, "the document is too big, must have at most " + maxBytes + " bytes");
    }

    void requireDepth(int depth) throws ValueException {
        if (depth > maxDepth) {
            throw new ValueException(
                    TProtocolException.DEPTH_LIMIT,
                    "is nested too deeply, must be in at most " + maxDepth + " structs");
        }
    }
}
