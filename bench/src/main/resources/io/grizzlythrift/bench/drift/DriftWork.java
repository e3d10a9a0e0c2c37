package io.grizzlythrift.bench.drift;

import io.airlift.drift.annotations.ThriftField;
import io.airlift.drift.annotations.ThriftStruct;
import io.grizzlythrift.bench.gen.Work;
import java.nio.ByteBuffer;
import java.util.List;

/** The struct {@code Work}, in Drift's annotations. */
@ThriftStruct("Work")
public final class DriftWork {
    @ThriftField(1)
    public long id;

    @ThriftField(2)
    public int kind;

    @ThriftField(3)
    public String text;

    @ThriftField(4)
    public ByteBuffer payload;

    @ThriftField(5)
    public List<Long> parts;

    static DriftWork of(Work work) {
        DriftWork same = new DriftWork();
        same.id = work.getId();
        same.kind = work.getKind();
        same.text = work.getText();
        same.payload = work.bufferForPayload();
        same.parts = work.getParts();
        return same;
    }

    Work generated() {
        return new Work(id, kind, text, payload, parts);
    }
}
