package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.testing.RecordedCall;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * What may happen to a call at the same moment, for jcstress, which finds what a processor and a compiler may reorder.
 * Outcomes that are not listed are failures, and fail the build. From the root of the project:
 *
 * <pre>
 *   mvn test -DskipTests -Pjcstress -pl grizzly-thrift-client -am
 * </pre>
 *
 * More thorough, or only one of the tests: {@code -Djcstress.args="-m default -t Register"}. The report is in
 * {@code grizzly-thrift-client/target/jcstress}.
 */
public final class CallStateJcstress {
    private static final int NOT_MINE = 0;
    private static final int WAS_QUEUED = 1;
    private static final int WAS_SENT = 2;

    private CallStateJcstress() {}

    /** Gives a call up by the rules of a connection: one that was never sent leaves its place. */
    private static int abandon(InFlightTable table, PendingCall call) {
        switch (call.abandon()) {
            case PendingCall.NEW -> {
                table.remove(call);
                return WAS_QUEUED;
            }
            case PendingCall.SENT -> {
                return WAS_SENT;
            }
            default -> {
                return NOT_MINE;
            }
        }
    }

    /** One call of a table with room for one. */
    private abstract static class OneCall {
        final InFlightTable table = new InFlightTable(1);
        final PendingCall call = new RecordedCall();

        OneCall() {
            table.register(call, null);
        }

        /** Gives up what is found; returns how the call was given up, if this did it. */
        int failAll() {
            int[] outcome = {NOT_MINE};
            table.forEach(each -> outcome[0] = abandon(table, each));
            return outcome[0];
        }
    }

    /** A call that was sent. */
    private abstract static class OneCallInFlight extends OneCall {
        OneCallInFlight() {
            call.beginSending();
        }

        /** Returns 1 if the reply ends the call, 2 if it is late. */
        int reply() {
            PendingCall found = table.find(call.sequenceId());
            if (found == null) {
                return 0;
            }
            boolean inTime = found.end();
            table.remove(found);
            return inTime ? 1 : 2;
        }
    }

    /** The reply (1: in time, 2: late), the deadline; how many places are taken then. */
    @JCStressTest
    @State
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "replied")
    @Outcome(id = "2, 2, 0", expect = Expect.ACCEPTABLE, desc = "timed out, and the late reply freed the place")
    public static class ReplyTimeOut extends OneCallInFlight {
        @Actor
        public void reply(III_Result result) {
            result.r1 = reply();
        }

        @Actor
        public void timeOut(III_Result result) {
            result.r2 = abandon(table, call);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r3 = table.size();
        }
    }

    /** The reply (1: in time, 2: late), the end of the connection; how many places are taken then. */
    @JCStressTest
    @State
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "replied")
    @Outcome(id = "2, 2, 0", expect = Expect.ACCEPTABLE, desc = "failed, and the late reply freed the place")
    public static class ReplyFailAll extends OneCallInFlight {
        @Actor
        public void reply(III_Result result) {
            result.r1 = reply();
        }

        @Actor
        public void failAll(III_Result result) {
            result.r2 = failAll();
        }

        @Arbiter
        public void look(III_Result result) {
            result.r3 = table.size();
        }
    }

    /** The deadline, the end of the connection; how many places are taken then. */
    @JCStressTest
    @State
    @Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "timed out: the place is kept")
    @Outcome(id = "0, 2, 1", expect = Expect.ACCEPTABLE, desc = "failed: the place is kept")
    public static class TimeOutFailAll extends OneCallInFlight {
        @Actor
        public void timeOut(III_Result result) {
            result.r1 = abandon(table, call);
        }

        @Actor
        public void failAll(III_Result result) {
            result.r2 = failAll();
        }

        @Arbiter
        public void look(III_Result result) {
            result.r3 = table.size();
        }
    }

    /** All three at once, for which jcstress wants three processors; how many places are taken then. */
    @JCStressTest
    @State
    @Outcome(id = "1, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "replied")
    @Outcome(id = "2, 2, 0, 0", expect = Expect.ACCEPTABLE, desc = "timed out, and the late reply freed the place")
    @Outcome(id = "2, 0, 2, 0", expect = Expect.ACCEPTABLE, desc = "failed, and the late reply freed the place")
    public static class ReplyTimeOutFailAll extends OneCallInFlight {
        @Actor
        public void reply(IIII_Result result) {
            result.r1 = reply();
        }

        @Actor
        public void timeOut(IIII_Result result) {
            result.r2 = abandon(table, call);
        }

        @Actor
        public void failAll(IIII_Result result) {
            result.r3 = failAll();
        }

        @Arbiter
        public void look(IIII_Result result) {
            result.r4 = table.size();
        }
    }

    /** The writer (1: it sends), the deadline; how many places are taken then. */
    @JCStressTest
    @State
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "timed out before it was sent: its place is free")
    @Outcome(id = "1, 2, 1", expect = Expect.ACCEPTABLE, desc = "timed out when sent: its place is kept")
    public static class SendTimeOut extends OneCall {
        @Actor
        public void send(III_Result result) {
            result.r1 = call.beginSending() ? 1 : 0;
        }

        @Actor
        public void timeOut(III_Result result) {
            result.r2 = abandon(table, call);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r3 = table.size();
        }
    }

    /** A call is registered while the connection ends: one of both must see the other; how many places are taken. */
    @JCStressTest
    @State
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "the caller found the connection ended")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "the end of the connection found the call")
    public static class RegisterFailAll {
        private final InFlightTable table = new InFlightTable(1);
        private final PendingCall call = new RecordedCall();
        private volatile boolean ended;

        @Actor
        public void register(III_Result result) {
            table.register(call, null);
            if (ended) {
                result.r1 = abandon(table, call);
            }
        }

        @Actor
        public void failAll(III_Result result) {
            ended = true;
            table.forEach(each -> result.r2 = abandon(table, each));
        }

        @Arbiter
        public void look(III_Result result) {
            result.r3 = table.size();
        }
    }

    /** An attempt is registered while it is abandoned because another one has won; how many places are taken. */
    @JCStressTest
    @State
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "its place is free, whether it had one or not")
    public static class RegisterAbandon {
        private final InFlightTable table = new InFlightTable(1);
        private final PendingCall call = new RecordedCall();

        @Actor
        public void register() {
            table.register(call, null);
        }

        @Actor
        public void abandon(II_Result result) {
            result.r1 = CallStateJcstress.abandon(table, call);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = table.size();
        }
    }

    /** A call is queued while the writer leaves: its caller must see that it left, or the writer the call. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the caller writes")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the writer writes")
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "who takes the role first writes")
    public static class QueueLeave {
        private final MpscCallQueue queue = new MpscCallQueue();
        private volatile boolean left;

        @Actor
        public void add(ZZ_Result result) {
            queue.add(new RecordedCall());
            VarHandle.fullFence(); // as in WriteQueue.tryBecomeWriter
            result.r1 = left;
        }

        @Actor
        public void leave(ZZ_Result result) {
            left = true;
            result.r2 = queue.peek() != null;
        }
    }
}
