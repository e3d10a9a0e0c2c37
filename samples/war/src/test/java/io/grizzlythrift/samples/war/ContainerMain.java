package io.grizzlythrift.samples.war;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Runs a container, and deploys and undeploys one application as the lines of standard input say. Each command has one
 * line of output that starts with {@link #MARK}. Only the JDK and the container are on the class path, so the container is
 * called by reflection.
 */
final class ContainerMain {
    /** Begins each line that is a reply; all others are the container's. */
    static final String MARK = "## ";

    private static final String APPLICATION = "calculator";

    /** What a container must be able to do. */
    private interface Container {
        void deploy(File war) throws Exception;

        void undeploy() throws Exception;
    }

    private ContainerMain() {}

    /**
     * Runs a container until standard input ends.
     *
     * @param args the kind of the container, {@code glassfish} or {@code payara}, and its port for HTTP or 0
     */
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out; // a container replaces it
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int httpPort = Integer.parseInt(args[1]);
        Container container = args[0].equals("payara") ? payara(httpPort) : glassfish(httpPort);
        reply(out, "started");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", 2);
            try {
                switch (words[0]) {
                    case "deploy" -> {
                        container.deploy(new File(words[1]));
                        reply(out, "deployed");
                    }
                    case "undeploy" -> {
                        container.undeploy();
                        reply(out, "undeployed");
                    }
                    case "leftovers" -> reply(out, Leftovers.inThisProcess().toString());
                    case "dump" -> {
                        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                                .dumpHeap(words[1], true);
                        reply(out, "dumped");
                    }
                    default -> reply(out, "failed: no such command: " + line);
                }
            } catch (Exception | LinkageError e) {
                e.printStackTrace();
                reply(out, "failed: " + e);
            }
        }
        Runtime.getRuntime().halt(0); // the harness is gone, or has what it wants
    }

    private static void reply(PrintStream out, String text) {
        out.println(MARK + text.replace('\n', ' '));
        out.flush();
    }

    private static Container glassfish(int httpPort) throws Exception {
        Class<?> properties = Class.forName("org.glassfish.embeddable.GlassFishProperties");
        Class<?> runtime = Class.forName("org.glassfish.embeddable.GlassFishRuntime");
        Class<?> glassfish = Class.forName("org.glassfish.embeddable.GlassFish");
        Class<?> deployer = Class.forName("org.glassfish.embeddable.Deployer");
        Object options = properties.getConstructor(Properties.class).newInstance(new Properties());
        if (httpPort != 0) {
            properties.getMethod("setPort", String.class, int.class).invoke(options, "http-listener", httpPort);
        }
        Object server = runtime.getMethod("newGlassFish", properties)
                .invoke(runtime.getMethod("bootstrap").invoke(null), options);
        glassfish.getMethod("start").invoke(server);
        Object applications = glassfish.getMethod("getDeployer").invoke(server);
        return new Container() {
            @Override
            public void deploy(File war) throws Exception {
                String[] options = {"--name=" + APPLICATION, "--contextroot=" + APPLICATION};
                Object name =
                        deployer.getMethod("deploy", File.class, String[].class).invoke(applications, war, options);
                if (name == null) {
                    throw new IllegalStateException("the container did not deploy " + war);
                }
            }

            @Override
            public void undeploy() throws Exception {
                deployer.getMethod("undeploy", String.class, String[].class)
                        .invoke(applications, APPLICATION, new String[0]);
            }
        };
    }

    private static Container payara(int httpPort) throws Exception {
        Class<?> micro = Class.forName("fish.payara.micro.PayaraMicro");
        Class<?> runtime = Class.forName("fish.payara.micro.PayaraMicroRuntime");
        Object payara = micro.getMethod("getInstance").invoke(null);
        Path root = Files.createTempDirectory("payara");
        micro.getMethod("setRootDir", File.class).invoke(payara, root.toFile());
        micro.getMethod("setNoCluster", boolean.class).invoke(payara, true);
        if (httpPort == 0) {
            micro.getMethod("setHttpAutoBind", boolean.class).invoke(payara, true);
        } else {
            micro.getMethod("setHttpPort", int.class).invoke(payara, httpPort);
        }
        micro.getMethod("setPrintLogo", boolean.class).invoke(payara, false);
        Object server = micro.getMethod("bootStrap").invoke(payara);
        return new Container() {
            @Override
            public void deploy(File war) throws Exception {
                Object deployed = runtime.getMethod("deploy", String.class, String.class, File.class)
                        .invoke(server, APPLICATION, APPLICATION, war);
                if (!Boolean.TRUE.equals(deployed)) {
                    throw new IllegalStateException("the container did not deploy " + war);
                }
            }

            @Override
            public void undeploy() throws Exception {
                runtime.getMethod("undeploy", String.class).invoke(server, APPLICATION);
            }
        };
    }
}
