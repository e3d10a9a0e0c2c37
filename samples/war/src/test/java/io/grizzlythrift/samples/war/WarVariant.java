package io.grizzlythrift.samples.war;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A copy of the WAR without some of its jars, or with other descriptors. */
final class WarVariant {
    private final List<Pattern> left = new ArrayList<>();
    private final Map<String, String> added = new TreeMap<>();

    /** Leaves out the jars whose names begin so. */
    WarVariant without(String... jars) {
        for (String jar : jars) {
            left.add(Pattern.compile("WEB-INF/lib/" + Pattern.quote(jar) + "[-0-9].*"));
        }
        return this;
    }

    /** Leaves out everything: what such a WAR leaves behind is the container's. */
    WarVariant empty() {
        left.add(Pattern.compile("WEB-INF/.+"));
        added.put("index.html", "<p>An application without classes.</p>");
        return this;
    }

    /** Looks for each class in the container before the WAR. */
    WarVariant containersClassesFirst() {
        left.add(Pattern.compile("WEB-INF/glassfish-web.xml"));
        return this;
    }

    /**
     * Runs the calls on a pool of the container.
     *
     * @param definition elements of {@code web.xml} that define the pool and name it in the parameter {@code pool}
     */
    WarVariant onManagedPool(String definition) {
        return describedBy("<listener><listener-class>" + ManagedPoolDeployment.class.getName()
                + "</listener-class></listener>" + definition);
    }

    /**
     * Serves on a path of the application in place of a port.
     *
     * @param path begins with a slash
     */
    WarVariant withServlet(String path) {
        return describedBy("<servlet><servlet-name>calculator</servlet-name><servlet-class>"
                + CalculatorServlet.class.getName() + "</servlet-class><load-on-startup>1</load-on-startup>"
                + "<async-supported>true</async-supported></servlet><servlet-mapping>"
                + "<servlet-name>calculator</servlet-name><url-pattern>" + path + "</url-pattern></servlet-mapping>");
    }

    /** Replaces the annotations of the classes. */
    private WarVariant describedBy(String elements) {
        added.put(
                "WEB-INF/web.xml",
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\" metadata-complete=\"true\">"
                        + elements + "</web-app>");
        return this;
    }

    /** Writes the copy. */
    Path of(Path war, String name) throws IOException {
        Path copy = war.resolveSibling(name.replace(' ', '-') + ".war");
        try (ZipInputStream from = new ZipInputStream(Files.newInputStream(war));
                OutputStream file = Files.newOutputStream(copy);
                ZipOutputStream to = new ZipOutputStream(file)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                String path = entry.getName();
                if (left.stream().noneMatch(jar -> jar.matcher(path).matches()) && !added.containsKey(path)) {
                    write(to, path, from);
                }
            }
            for (Map.Entry<String, String> entry : added.entrySet()) {
                to.putNextEntry(new ZipEntry(entry.getKey()));
                to.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return copy;
    }

    private static void write(ZipOutputStream to, String path, InputStream content) throws IOException {
        to.putNextEntry(new ZipEntry(path));
        content.transferTo(to);
    }
}
