package io.grizzlythrift.site.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** Finds pages and members in the output of javadoc. */
public final class ApiDocs {
    private final Path folder;
    private final Map<Path, List<String>> ids = new HashMap<>();

    /**
     * Creates a finder for a folder.
     *
     * @param folder the output folder of javadoc
     */
    public ApiDocs(Path folder) {
        this.folder = folder;
    }

    /**
     * Finds a page or a member.
     *
     * @param name name of a package, class or nested class, optionally followed by {@code #} and a member: its name, or
     *     its signature as javadoc writes it
     * @return path relative to the folder, with the anchor of the member
     * @throws IOException if there is no such page or member; for a member, the message lists the existing ones
     */
    String path(String name) throws IOException {
        String[] parts = name.split("#", 2);
        List<String> folders = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        for (String word : parts[0].split("\\.", -1)) {
            (classes.isEmpty() && !Character.isUpperCase(word.charAt(0)) ? folders : classes).add(word);
        }
        String page = String.join("/", folders) + "/"
                + (classes.isEmpty() ? "package-summary" : String.join(".", classes)) + ".html";
        Path file = folder.resolve(page);
        if (!Files.isRegularFile(file)) {
            throw new IOException("the API has no " + parts[0]);
        }
        return parts.length == 1 ? page : page + "#" + member(file, parts[1]);
    }

    private String member(Path file, String name) throws IOException {
        TreeSet<String> near = new TreeSet<>();
        for (String id : ids(file)) {
            if (id.equals(name) || id.startsWith(name + "(")) {
                return id;
            }
            if (id.contains("(")) {
                near.add(id.substring(0, id.indexOf('(')));
            }
        }
        throw new IOException("the API has no member " + name + " in " + folder.relativize(file) + ", but has " + near);
    }

    private List<String> ids(Path file) throws IOException {
        List<String> known = ids.get(file);
        if (known == null) {
            known = Jsoup.parse(file).select("[id]").stream().map(Element::id).toList();
            ids.put(file, known);
        }
        return known;
    }
}
