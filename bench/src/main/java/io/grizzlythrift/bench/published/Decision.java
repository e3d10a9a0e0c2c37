package io.grizzlythrift.bench.published;

import io.grizzlythrift.bench.option.NamedValueConverter;
import java.util.Collection;

/** What the rounds tell about a published conclusion. */
public enum Decision {
    CONFIRMED,
    REFUTED,
    NOT_DECIDED;

    /** {@return the decision on a conclusion that consists of several claims} */
    static Decision of(Collection<Decision> claims) {
        if (claims.contains(REFUTED)) {
            return REFUTED;
        }
        return claims.contains(NOT_DECIDED) ? NOT_DECIDED : CONFIRMED;
    }

    @Override
    public String toString() {
        return NamedValueConverter.spelled(this).replace('-', ' ');
    }
}
