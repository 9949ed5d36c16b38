package io.github.roboreel.systemtests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Rules between modules: dependencies go one way. */
@AnalyzeClasses(
        packages = "io.github.roboreel",
        importOptions = {ImportOption.DoNotIncludeTests.class, ModuleRulesTest.NoTestJars.class})
class ModuleRulesTest {
    /** Leaves out tests of another module, which come in a jar. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String CORE = "io.github.roboreel.recorder";
    private static final String SPI = CORE + ".spi";
    private static final String PLAN = CORE + ".plan";
    private static final String PLUGIN = CORE + ".plugin";
    private static final String SCHEMA = CORE + ".schema";
    private static final String CONFIG = CORE + ".config";
    private static final String SPI_FILES = SPI + ".files";
    private static final String FORMAT = "io.github.roboreel.format..";
    private static final String HDF5 = CORE + ".hdf5..";
    private static final String JHDF5 = CORE + ".hdf5.jhdf5..";
    private static final String BYTEDECO_HDF5 = CORE + ".hdf5.bytedeco..";
    private static final String JHDF = CORE + ".jhdf..";
    private static final String VIDEO = CORE + ".video..";
    private static final String METRICS = CORE + ".metrics..";
    private static final String TASKS = "io.github.roboreel.tasks..";
    private static final String SIMULATOR = "io.github.roboreel.simulator..";
    private static final String SIMULATION = "io.github.roboreel.simulation..";
    private static final String REMOTE = "io.github.roboreel.remote..";
    private static final String RUNNER = "io.github.roboreel.runner..";
    private static final String RECORDINGS = "io.github.roboreel.recordings..";
    private static final String TOOLS = "io.github.roboreel.tools..";
    private static final String DATASET = "io.github.roboreel.dataset..";
    private static final String FLEET = "io.github.roboreel.fleet..";
    private static final String DASHBOARD = "io.github.roboreel.dashboard..";
    private static final String WEB = "io.github.roboreel.dashboard.web..";
    private static final String CLI = "io.github.roboreel.cli..";
    private static final String PLOT = "io.github.roboreel.cli.plot..";
    private static final String BENCH = CORE + ".bench..";
    private static final String SYSTEM_TESTS = "io.github.roboreel.systemtests..";

    @ArchTest
    static final ArchRule boundsAreNamedMaxAndMin =
            noFields().should().haveNameMatching("(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|FEWEST)(_.*)?");

    /** Packages of these modules know each other one way only. */
    @ArchTest
    static void packagesAreFreeOfCycles(JavaClasses classes) {
        for (String module : List.of(
                "bridge",
                "cli",
                "dashboard",
                "dataset",
                "fleet",
                "format",
                "recorder.hdf5",
                "recorder.video",
                "recordings",
                "runner",
                "systemtests",
                "tasks",
                "tools")) {
            SlicesRuleDefinition.slices()
                    .assignedFrom(packagesOf("io.github.roboreel." + module))
                    .should()
                    .beFreeOfCycles()
                    .check(classes);
        }
    }

    private static SliceAssignment packagesOf(String root) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                boolean isOfModule = name.equals(root) || name.startsWith(root + ".");
                return isOfModule ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + root;
            }
        };
    }

    @ArchTest
    static void oneSimpleNameIsOneThing(JavaClasses classes) {
        Map<String, Set<String>> packages = new TreeMap<>();
        classes.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().endsWith("-info"))
                .forEach(type -> packages.computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
                        .add(type.getPackageName()));
        assertTrue(packages.size() > 1000, "only " + packages.size() + " types");
        packages.values().removeIf(several -> several.size() == 1);
        assertEquals(Map.of(), packages);
    }

    @ArchTest
    static final ArchRule coreKnowsNobody = mayNotUse(
            new String[] {CORE, SCHEMA, CONFIG, SPI, SPI_FILES, PLAN, PLUGIN},
            HDF5,
            VIDEO,
            METRICS,
            TASKS,
            SIMULATION,
            RUNNER,
            SIMULATOR,
            RECORDINGS,
            TOOLS,
            DATASET,
            CLI);

    @ArchTest
    static final ArchRule hdf5KnowsOnlyCore = mayNotUse(
            only(HDF5), VIDEO, METRICS, TASKS, SIMULATION, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule videoKnowsOnlyCore = mayNotUse(
            only(VIDEO), HDF5, METRICS, TASKS, SIMULATION, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule metricsKnowOnlyCore = mayNotUse(
            only(METRICS), HDF5, VIDEO, TASKS, SIMULATION, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule tasksKnowOnlyCore = mayNotUse(
            only(TASKS), HDF5, VIDEO, METRICS, SIMULATION, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule theDoorForSimulatorsKnowsOnlyCore = mayNotUse(
            only(SIMULATION), HDF5, VIDEO, METRICS, TASKS, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule theRunnerKnowsNoSimulator =
            mayNotUse(only(RUNNER), HDF5, VIDEO, METRICS, SIMULATOR, DATASET, CLI);

    @ArchTest
    static final ArchRule theSimulatorKnowsOnlyItsDoorTasksAndCore =
            mayNotUse(only(SIMULATOR), HDF5, VIDEO, METRICS, RUNNER, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule nobodyKnowsTheTabletop = knownOnlyTo(SIMULATOR);

    @ArchTest
    static final ArchRule remotePoliciesKnowOnlyTheirDoorAndCore =
            mayNotUse(only(REMOTE), HDF5, VIDEO, METRICS, TASKS, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule onlyTheBenchmarksKnowRemotePolicies = knownOnlyTo(REMOTE, BENCH);

    @ArchTest
    static final ArchRule messagesOfServersStayInTheirModule = staysIn(only(REMOTE), "org.msgpack..");

    @ArchTest
    static final ArchRule recordingsAreReadWithoutTools =
            mayNotUse(only(RECORDINGS), VIDEO, METRICS, TASKS, SIMULATION, RUNNER, SIMULATOR, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule toolsOnlyRead = mayNotUse(only(TOOLS), TASKS, SIMULATION, RUNNER, SIMULATOR, DATASET, CLI);

    @ArchTest
    static final ArchRule datasetsKnowOnlyTheReadingSide =
            mayNotUse(only(DATASET), HDF5, VIDEO, METRICS, TASKS, SIMULATION, RUNNER, SIMULATOR, TOOLS, CLI);

    @ArchTest
    static final ArchRule fleetsKnowOnlyTheReadingSide =
            mayNotUse(only(FLEET), VIDEO, TASKS, SIMULATION, RUNNER, SIMULATOR, CLI);

    @ArchTest
    static final ArchRule fleetsAreForCommandsOnly = noClasses()
            .that()
            .resideOutsideOfPackages(FLEET, CLI)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(FLEET);

    @ArchTest
    static final ArchRule theDashboardKnowsOnlyTheReadingSide =
            mayNotUse(only(DASHBOARD), TASKS, SIMULATION, RUNNER, SIMULATOR, REMOTE, DATASET, FLEET, CLI);

    @ArchTest
    static final ArchRule theDashboardIsForCommandsOnly = noClasses()
            .that()
            .resideOutsideOfPackages(DASHBOARD, CLI)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(DASHBOARD);

    @ArchTest
    static final ArchRule httpStaysInOnePackage = staysIn(only(WEB), "org.eclipse.jetty..");

    /** What can be asked is not to depend on how it is carried; only what opens the server sees it. */
    @ArchTest
    static final ArchRule endpointsDoNotSeeTheServer = mayNotUse(
            new String[] {
                "io.github.roboreel.dashboard.api..",
                "io.github.roboreel.dashboard.index..",
                "io.github.roboreel.dashboard.overview..",
                "io.github.roboreel.dashboard.series..",
                "io.github.roboreel.dashboard.live..",
                "io.github.roboreel.dashboard.health.."
            },
            WEB);

    /** The modules that do are not on the class path of those who do not use them; they have a test of their own. */
    @ArchTest
    static final ArchRule clustersAreNotSeenHere = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..");

    @ArchTest
    static final ArchRule nobodyKnowsTheBenchmarks = knownOnlyTo(BENCH);

    @ArchTest
    static final ArchRule nobodyKnowsTheSystemTests = knownOnlyTo(SYSTEM_TESTS);

    @ArchTest
    static final ArchRule systemTestsKnowNoCommands =
            mayNotUse(only(SYSTEM_TESTS), CLI, DATASET, SIMULATION, RUNNER, SIMULATOR, TASKS, BENCH);

    @ArchTest
    static final ArchRule hdf5StaysInItsModule = staysIn(only(HDF5), "com.sun.jna..");

    @ArchTest
    static final ArchRule jhdf5StaysInItsBinding = staysIn(only(JHDF5), "hdf..", "ch.systemsx..");

    @ArchTest
    static final ArchRule nobodyKnowsJhdf5sBinding = knownOnlyTo(JHDF5);

    @ArchTest
    static final ArchRule nobodyKnowsBytedecosBinding = knownOnlyTo(BYTEDECO_HDF5);

    @ArchTest
    static final ArchRule jhdfStaysInItsModule = staysIn(only(JHDF), "io.jhdf..");

    @ArchTest
    static final ArchRule thePlainReaderKnowsOnlyCoreAndHdf5 = mayNotUse(
            only(JHDF), VIDEO, METRICS, TASKS, SIMULATION, RUNNER, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    @ArchTest
    static final ArchRule encodersStayInTheirModule = staysIn(only(VIDEO), "org.jcodec..", "org.bytedeco.ffmpeg..");

    @ArchTest
    static final ArchRule nativesOfMavenAreLoadedByTwo =
            staysIn(new String[] {VIDEO, BYTEDECO_HDF5}, "org.bytedeco.javacpp..");

    @ArchTest
    static final ArchRule formatsOfDatasetsStayInTheirModule =
            staysIn(only(DATASET), "org.duckdb..", "org.apache.arrow..", "com.google.protobuf..");

    @ArchTest
    static final ArchRule chartsStayInOnePackage =
            staysIn(only(PLOT), "org.jfree..", "org.apache.batik..", "org.apache.pdfbox..", "de.rototor..");

    @ArchTest
    static final ArchRule theRingStaysInCore = staysIn(only(CORE), "com.lmax..");

    @ArchTest
    static final ArchRule physicsStaysInTheSimulator = staysIn(only(SIMULATOR), "org.ode4j..");

    @ArchTest
    static final ArchRule theFormatKnowsNobody =
            mayNotUse(only(FORMAT), "io.github.roboreel.recorder..", TASKS, SIMULATOR, RECORDINGS, TOOLS, DATASET, CLI);

    /** A class in another module's package would reach what that module hides. */
    @ArchTest
    static void eachPackageIsInOneModule(JavaClasses classes) {
        Map<String, Set<String>> modules = new TreeMap<>();
        for (JavaClass type : classes) {
            String place = type.getSource().orElseThrow().getUri().toString();
            String module = place.substring(0, place.indexOf(type.getName().replace('.', '/')));
            modules.computeIfAbsent(type.getPackageName(), p -> new TreeSet<>()).add(module);
        }
        assertTrue(modules.size() > 10, "packages found: " + modules.keySet());
        modules.values().removeIf(places -> places.size() == 1);
        assertEquals(Map.of(), modules);
    }

    /** The user's locale may have other digits; files, tables and patterns have none but ours. */
    @ArchTest
    static final ArchRule numbersAreFormattedInOneLocale = noClasses()
            .should()
            .callMethod(String.class, "formatted", Object[].class)
            .orShould()
            .callMethod(String.class, "format", String.class, Object[].class)
            .orShould()
            .callMethod(PrintStream.class, "printf", String.class, Object[].class);

    private static ArchRule mayNotUse(String[] users, String... used) {
        return noClasses()
                .that()
                .resideInAnyPackage(users)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used);
    }

    private static ArchRule staysIn(String[] homes, String... libraries) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(homes)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries);
    }

    private static ArchRule knownOnlyTo(String module, String... others) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(
                        Stream.concat(Stream.of(module), Arrays.stream(others)).toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(module);
    }

    private static String[] only(String module) {
        return new String[] {module};
    }
}
