package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.published.Place;
import io.grizzlythrift.bench.published.Published;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.group.Runs;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The table of a group: one line per contender, with figures over its valid runs, and the errors of its invalid runs.
 */
final class GroupTable<M extends Measurement> {
    private static final String NOTHING = "-";

    private record Column<M extends Measurement>(String head, Function<Runs<M>, String> cell) {}

    private final Group<M> group;
    private final List<Column<M>> columns = new ArrayList<>();

    GroupTable(Group<M> group) {
        this.group = group;
        columns.add(new Column<>("contender", Runs::contender));
    }

    /** Adds a column with a property of the contender. */
    GroupTable<M> word(String head, Function<M, String> fact) {
        columns.add(new Column<>(head, runs -> fact.apply(runs.all().get(0))));
        return this;
    }

    /** Adds a column with a property of the contender, unless all have the same. */
    GroupTable<M> wordIfDifferent(String head, Function<M, String> fact) {
        return group.all().stream().map(fact).distinct().count() > 1 ? word(head, fact) : this;
    }

    /** Adds a column with the median of a figure. */
    GroupTable<M> median(Figure<M> figure) {
        columns.add(new Column<>(figure.head(), runs -> shown(runs.median(figure), figure.text(runs.median(figure)))));
        return this;
    }

    /** Adds a column with the median, minimum and maximum of a figure. */
    GroupTable<M> spread(Figure<M> figure) {
        columns.add(new Column<>(
                figure.head(),
                runs -> shown(runs.median(figure), figure.spread(runs.valid()).text(figure.format()))));
        return this;
    }

    /** Adds a column with the median of a figure, divided by that of the first contender. */
    GroupTable<M> ratio(Figure<M> figure) {
        double first = group.contenders().get(0).median(figure);
        columns.add(new Column<>("ratio", runs -> ratio(runs.median(figure) / first)));
        return this;
    }

    /** Adds a column with published ratios to the first contender, unless there are none. */
    GroupTable<M> published(Published published, Figure<M> figure) {
        Place first = Place.of(group.contenders().get(0).all().get(0));
        ToDoubleFunction<Runs<M>> ratio =
                runs -> published.ratio(Place.of(runs.all().get(0)), first, figure.head());
        if (group.contenders().stream().skip(1).mapToDouble(ratio).anyMatch(Double::isFinite)) {
            columns.add(new Column<>("ratio in " + published.year(), runs -> ratio(ratio.applyAsDouble(runs))));
        }
        return this;
    }

    private static String ratio(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3f", ratio) : NOTHING;
    }

    private static String shown(double median, String text) {
        return Double.isNaN(median) ? NOTHING : text;
    }

    /** {@return the table as Markdown, with the errors in the last column} */
    @Override
    public String toString() {
        List<Column<M>> all = new ArrayList<>(columns);
        all.add(new Column<>("errors", Runs::errors));
        MarkdownTable table = new MarkdownTable(all.stream().map(Column::head).toList());
        for (Runs<M> runs : group.contenders()) {
            table.add(all.stream().map(column -> column.cell().apply(runs)).toList());
        }
        return table.toString();
    }
}
