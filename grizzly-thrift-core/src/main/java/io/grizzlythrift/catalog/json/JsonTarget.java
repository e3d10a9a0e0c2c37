package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonGenerator;

/** A document that is written, with its position. Belongs to one thread. */
final class JsonTarget {
    private final JsonGenerator generator;
    private final JsonLimits limits;
    private int depth;

    JsonTarget(JsonGenerator generator, JsonLimits limits) {
        this.generator = generator;
        this.limits = limits;
    }

    JsonGenerator generator() {
        return generator;
    }

    LongFormat longs() {
        return limits.longs();
    }

    void enterStruct() throws ValueException {
        limits.requireDepth(++depth);
    }

    void leaveStruct() {
        depth--;
    }

    /** Returns how deeply a value that is skipped may be nested. */
    int depthLeft() {
        return limits.maxDepth() - depth + 1;
    }
}
