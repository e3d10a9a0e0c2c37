package io.grizzlythrift.discovery;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records each creation of an object of this class. */
final class Trap {
    static final List<Trap> LOADED = new CopyOnWriteArrayList<>();

    Trap() {
        LOADED.add(this);
    }

    void setWeight(int ignored) {
        LOADED.add(this);
    }
}
