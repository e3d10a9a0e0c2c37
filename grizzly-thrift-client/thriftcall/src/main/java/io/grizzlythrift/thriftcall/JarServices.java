package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.ServiceCatalog;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** Finds the services whose generated classes are in jars. */
final class JarServices {
    private static final String CLIENT = "$Client.class";

    private JarServices() {}

    static ServiceCatalog catalog(List<Path> jars) {
        Set<String> names = new LinkedHashSet<>();
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            names.addAll(serviceClasses(jar));
            urls.add(url(jar));
        }
        if (names.isEmpty()) {
            throw CommandException.usage(
                    "no generated service in " + jars, "A service has the classes Name, Name$Iface and Name$Client.");
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), JarServices.class.getClassLoader())) {
            List<Class<?>> services = new ArrayList<>();
            for (String name : names) {
                services.add(Class.forName(name, true, loader));
            }
            return ServiceCatalog.of(services.toArray(Class<?>[]::new));
        } catch (ClassNotFoundException | LinkageError e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "the classes in " + jars + " cannot be loaded: " + e,
                    "Name the jars that they need with --jar, too, or use the .thrift file with --idl.",
                    e);
        } catch (IOException e) {
            throw unreadable(jars.toString(), e);
        }
    }

    private static List<String> serviceClasses(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(CLIENT) && !name.startsWith("META-INF/"))
                    .map(name -> name.substring(0, name.length() - CLIENT.length()))
                    .filter(name ->
                            file.getEntry(name + ".class") != null && file.getEntry(name + "$Iface.class") != null)
                    .map(name -> name.replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw unreadable(jar.toString(), e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw unreadable(jar.toString(), e);
        }
    }

    private static CommandException unreadable(String jar, IOException e) {
        return new CommandException(ExitCode.USAGE, jar + " cannot be read: " + e.getMessage(), "", e);
    }
}
