package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.client.call.FailureCause;
import java.util.EnumSet;
import java.util.Set;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.Test;

@Test
public final class AttemptOutcomeTest {
    private static Set<FailureCause> failed(boolean sent) {
        EnumSet<FailureCause> causes = EnumSet.noneOf(FailureCause.class);
        for (FailureCause cause : FailureCause.values()) {
            if (AttemptOutcome.of(cause, sent) == AttemptOutcome.FAILED) {
                causes.add(cause);
            }
        }
        return causes;
    }

    public void whatTheServerIsToBlameFor() {
        Set<FailureCause> always = Set.of(
                FailureCause.CONNECTION_RESET,
                FailureCause.CONNECTION_CLOSED,
                FailureCause.PROTOCOL_ERROR,
                FailureCause.UNREADABLE_REPLY,
                FailureCause.REPLY_TOO_LARGE,
                FailureCause.SERVER_OVERLOADED,
                FailureCause.SERVER_QUEUE_TIMEOUT);
        assertEquals(failed(false), always);
        EnumSet<FailureCause> sent = EnumSet.copyOf(always);
        sent.add(FailureCause.TIMED_OUT);
        assertEquals(failed(true), sent);
    }

    public void noFailureIsGood() {
        for (FailureCause cause : FailureCause.values()) {
            for (boolean sent : new boolean[] {true, false}) {
                assertEquals(AttemptOutcome.of(cause, sent) == AttemptOutcome.GOOD, false, cause + " " + sent);
            }
        }
    }

    /** Declared exceptions come in a message of type REPLY. */
    public void onlyResultsAreGoodReplies() {
        assertSame(AttemptOutcome.ofReply(TMessageType.REPLY), AttemptOutcome.GOOD);
        assertSame(AttemptOutcome.ofReply(TMessageType.EXCEPTION), AttemptOutcome.FAILED);
        assertSame(AttemptOutcome.ofReply(TMessageType.CALL), AttemptOutcome.FAILED);
    }
}
