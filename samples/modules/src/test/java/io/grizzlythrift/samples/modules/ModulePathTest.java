package io.grizzlythrift.samples.modules;

import static org.testng.Assert.assertEquals;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.testng.annotations.Test;

/** The sample as a module, in a layer that sees the JDK and the modules of the library, and no class path. */
public class ModulePathTest {
    private static final String MODULE = "io.grizzlythrift.samples.modules";

    @Test
    public void servesAndCallsAsAModule() throws Exception {
        Configuration modules = ModuleLayer.boot()
                .configuration()
                .resolve(
                        ModuleFinder.of(RuntimePath.entries().toArray(Path[]::new)), ModuleFinder.of(), Set.of(MODULE));
        ModuleLayer.Controller layer = ModuleLayer.defineModulesWithOneLoader(
                modules, List.of(ModuleLayer.boot()), ClassLoader.getPlatformClassLoader());
        Module sample = layer.layer().findModule(MODULE).orElseThrow();
        layer.addExports(sample, MODULE, ModulePathTest.class.getModule());

        Class<?> program = sample.getClassLoader().loadClass(AddingProgram.class.getName());
        assertEquals(program.getModule(), sample);
        assertEquals(program.getMethod("add", int.class, int.class, int.class).invoke(null, 1, 2, 3), 6);
    }
}
