package io.grizzlythrift.bench.load.caller;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;

/** The calls to make: always the same call, except that every nth call burns CPU. */
public final class CallMix {
    private final PreparedCall usual;
    private final PreparedCall burn;
    private final int burnEvery;

    private CallMix(PreparedCall usual, PreparedCall burn, int burnEvery) {
        this.usual = usual;
        this.burn = burn;
        this.burnEvery = burnEvery;
    }

    /** Creates a mix that consists of one call. */
    static CallMix only(PreparedCall call) {
        return new CallMix(call, call, 0);
    }

    /**
     * Creates a mix in which every nth call burns CPU.
     *
     * @param usual all other calls
     * @param handlerMicros how long each burning call takes
     * @param every n; 0 for no burning calls
     */
    public static CallMix withBurns(PreparedCall usual, int handlerMicros, int every) {
        return new CallMix(usual, new PreparedCall(Method.BURN, 0, handlerMicros), every);
    }

    /**
     * Returns the calls of one caller. A single caller burns on every nth call; several callers are offset, so that
     * they do not all burn at once.
     *
     * @param caller number of the caller, from 0
     * @param callers number of callers
     */
    Turns turns(int caller, int callers) {
        return new Turns(burnEvery - (int) ((long) burnEvery * caller / callers));
    }

    /** The calls of one caller, one after another. Used by one thread at a time. */
    final class Turns {
        private int untilBurn;

        private Turns(int untilBurn) {
            this.untilBurn = untilBurn;
        }

        PreparedCall next() {
            if (burnEvery == 0 || --untilBurn > 0) {
                return usual;
            }
            untilBurn = burnEvery;
            return burn;
        }
    }
}
