package io.grizzlythrift.bench.matrix;

import java.util.List;
import java.util.Optional;

/**
 * Cases that are measured in turns, for comparison.
 *
 * @param title the conditions that all cases share
 * @param cases the others are compared with the first
 */
record Group(String title, List<Case> cases) {
    Group {
        cases = List.copyOf(cases);
    }

    /** {@return the cases that can make the user's own calls; empty if there are none} */
    Optional<Group> with(OwnCalls own) {
        List<Case> left = cases.stream().flatMap(one -> one.with(own).stream()).toList();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(new Group(left.get(0).title(title), left));
    }

    /** {@return the same cases with other numbers of threads in their servers} */
    Group with(ThreadCounts threads) {
        return new Group(title, cases.stream().map(one -> one.with(threads)).toList());
    }

    /** {@return the cases that pass the filters; empty if there are none} */
    Optional<Group> within(Cut cut) {
        List<Case> left = cases.stream().filter(one -> cut.leaves(one.facts())).toList();
        return left.isEmpty() ? Optional.empty() : Optional.of(new Group(title, left));
    }
}
