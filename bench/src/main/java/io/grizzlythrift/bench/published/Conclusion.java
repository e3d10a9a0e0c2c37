package io.grizzlythrift.bench.published;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A conclusion of a published comparison. It is confirmed if all of its claims are, and refuted if one of them is.
 *
 * @param statement the conclusion in words, without a full stop
 */
record Conclusion(String statement, List<Claim> claims) {
    Conclusion {
        requireNonNull(statement, "statement");
        claims = List.copyOf(claims);
    }

    /** Returns a sentence in Markdown with the conclusion, the decision and the figures. */
    String sentence(MeasuredRounds runs, Published published) {
        List<Claim.Outcome> outcomes =
                claims.stream().map(claim -> claim.check(runs, published)).toList();
        Decision decision =
                Decision.of(outcomes.stream().map(Claim.Outcome::decision).toList());
        return statement + ": **" + decision + "**; "
                + outcomes.stream().map(Claim.Outcome::figures).collect(Collectors.joining("; ")) + ".";
    }
}
