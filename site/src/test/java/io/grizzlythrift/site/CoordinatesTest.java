package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What readers copy into their builds names the version of this build. */
public final class CoordinatesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern MAVEN =
            Pattern.compile("<artifactId>grizzly-thrift-bom</artifactId>\\s*<version>([^<]*)</version>");
    private static final Pattern CLIENT = Pattern.compile(
            "<artifactId>grizzly-thrift-client</artifactId>\\s*(?:<!--[^>]*-->\\s*)?<version>([^<]*)</version>");
    private static final Pattern GRADLE = Pattern.compile("io\\.grizzlythrift:grizzly-thrift-bom:([^\"]*)\"");

    @DataProvider
    Object[][] texts() {
        return new Object[][] {
            {"README.md", CLIENT},
            {"README.md", GRADLE},
            {"site/src/pages/index.md", MAVEN},
            {"site/src/pages/index.md", GRADLE},
            {"site/src/pages/tutorial.md", MAVEN}
        };
    }

    @Test(dataProvider = "texts")
    public void nameTheVersionOfTheBuild(String text, Pattern coordinates) throws IOException {
        assertEquals(versions(text, coordinates), versions("grizzly-thrift-core/bom/pom.xml", MAVEN));
    }

    private static List<String> versions(String file, Pattern coordinates) throws IOException {
        return coordinates
                .matcher(Files.readString(ROOT.resolve(file)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
