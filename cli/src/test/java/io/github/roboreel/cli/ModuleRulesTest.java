package io.github.roboreel.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which module may know which: dependencies go one way. */
@AnalyzeClasses(
        packages = "io.github.roboreel",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleRulesTest {
    private static final String CORE = "io.github.roboreel.recorder";
    private static final String SPI = CORE + ".spi";
    private static final String HDF5 = CORE + ".hdf5..";
    private static final String SIMULATOR = "io.github.roboreel.simulator..";
    private static final String CLI = "io.github.roboreel.cli..";

    @ArchTest
    static final ArchRule coreKnowsNobody =
            noClasses()
                    .that()
                    .resideInAnyPackage(CORE, SPI)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(HDF5, SIMULATOR, CLI);

    @ArchTest
    static final ArchRule sinksKnowOnlyCore =
            noClasses()
                    .that()
                    .resideInAPackage(HDF5)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(SIMULATOR, CLI);

    @ArchTest
    static final ArchRule theSimulatorKnowsOnlyCore =
            noClasses()
                    .that()
                    .resideInAPackage(SIMULATOR)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(HDF5, CLI);

    @ArchTest
    static final ArchRule hdf5StaysInItsModule =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(HDF5)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("hdf..", "ch.systemsx..", "com.sun.jna..");

    @ArchTest
    static final ArchRule theRingStaysInCore =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(CORE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("com.lmax..");

    @ArchTest
    static final ArchRule physicsStaysInTheSimulator =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(SIMULATOR)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.ode4j..");
}
