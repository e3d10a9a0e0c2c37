package io.grizzlythrift.bench.matrix;

import java.util.List;
import java.util.Optional;

/**
 * What is measured in turns, to be compared.
 *
 * @param title what is the same for all cases
 * @param cases the first is the one that the others are compared to
 */
record Group(String title, List<Case> cases) {
    Group {
        cases = List.copyOf(cases);
    }

    /** The cases that can make calls of the user's own; empty if there are none. */
    Optional<Group> with(OwnCalls own) {
        List<Case> left = cases.stream().flatMap(one -> one.with(own).stream()).toList();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(new Group(left.get(0).title(title), left));
    }

    /** The cases that a cut leaves; empty if it leaves none. */
    Optional<Group> within(Cut cut) {
        List<Case> left = cases.stream().filter(one -> cut.leaves(one.facts())).toList();
        return left.isEmpty() ? Optional.empty() : Optional.of(new Group(title, left));
    }
}
