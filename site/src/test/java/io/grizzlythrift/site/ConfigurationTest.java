package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The pages about options say what the code does, all of it and nothing else. */
public final class ConfigurationTest {
    private static final List<String> PAGES =
            List.of("configuration", "configuration-client", "configuration-embedding");
    private static final Pattern BUILDER =
            Pattern.compile("(?m)^ *public (?:static )?(?:final )?class (\\w*(?:Builder|Args|Options|Binder))\\b");

    /** They have nothing to set: they bind meters, or build a value. */
    private static final Set<String> WITHOUT_OPTIONS = Set.of(
            "ThriftServerMetricsBinder", "ThriftClientMetricsBinder", "Identity.Builder", "ServiceCatalog.Builder");

    private final Map<String, Method> options = Builders.options();

    @DataProvider
    Object[][] rows() throws IOException {
        return optionRows().stream().map(row -> new Object[] {row}).toArray(Object[][]::new);
    }

    private static List<OptionRow> optionRows() throws IOException {
        List<OptionRow> rows = new ArrayList<>();
        for (String page : PAGES) {
            rows.addAll(OptionRow.of(Pages.html(page)));
        }
        return rows;
    }

    /** Option by option, in both directions, with the types of its parameters. */
    @Test
    public void namesEveryOptionAndNoOther() throws IOException {
        List<String> named = optionRows().stream().map(OptionRow::signature).toList();
        Set<String> onlyInTheCode = new TreeSet<>(options.keySet());
        named.forEach(onlyInTheCode::remove);
        Set<String> onlyOnThePage = new TreeSet<>(named);
        onlyOnThePage.removeAll(options.keySet());
        assertEquals(onlyOnThePage, Set.of(), "only on the page; the code has also " + onlyInTheCode);
        assertEquals(onlyInTheCode, Set.of(), "only in the code");
        assertEquals(new TreeSet<>(named).size(), named.size(), "each once");
    }

    @Test(dataProvider = "rows")
    public void saysTheDefault(OptionRow row) throws ReflectiveOperationException {
        DefaultCheck.check(row, Builders.make(row.builder()));
    }

    @Test(dataProvider = "rows")
    public void saysTheBounds(OptionRow row) {
        Method method = options.get(row.signature());
        assertNotNull(method, "the code has no " + row.signature());
        new BoundsCheck(row, method).check();
    }

    /** A builder that is new in the code has to come onto the page. */
    @Test
    public void knowsEveryBuilder() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (String module : List.of("strategies", "grizzly-thrift-core", "grizzly-thrift-client")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    Matcher builder = BUILDER.matcher(Files.readString(file));
                    while (builder.find()) {
                        String outer = file.getFileName().toString().replace(".java", "");
                        String name = builder.group(1).equals(outer) ? outer : outer + "." + builder.group(1);
                        if (!WITHOUT_OPTIONS.contains(name)
                                && options.keySet().stream().noneMatch(one -> one.startsWith(name + ":"))) {
                            unknown.add(name);
                        }
                    }
                }
            }
        }
        assertEquals(unknown, List.of(), "builders whose options are not compared");
    }
}
