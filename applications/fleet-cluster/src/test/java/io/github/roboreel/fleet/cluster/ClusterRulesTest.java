package io.github.roboreel.fleet.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.roboreel.fleet.engine.EngineProvider;
import io.github.roboreel.fleet.storage.StorageProvider;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules of the modules that see a cluster's libraries, which the rules between all modules do not see. */
@AnalyzeClasses(
        packages = "io.github.roboreel",
        importOptions = {ImportOption.DoNotIncludeTests.class, ClusterRulesTest.WithoutJarsOfTests.class})
class ClusterRulesTest {
    /** Clusters and stores of tests come in jars. */
    static final class WithoutJarsOfTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String SPARK = "io.github.roboreel.fleet.spark..";
    private static final String HADOOP = "io.github.roboreel.fleet.hadoop..";

    @ArchTest
    static final ArchRule sparkStaysInItsModule = noClasses()
            .that()
            .resideOutsideOfPackage(SPARK)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.spark..", "scala..");

    @ArchTest
    static final ArchRule hadoopStaysInItsModule = noClasses()
            .that()
            .resideOutsideOfPackage(HADOOP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.hadoop..", "software.amazon..");

    @ArchTest
    static final ArchRule nobodyKnowsSpark = knownOnlyTo(SPARK);

    @ArchTest
    static final ArchRule nobodyKnowsHadoop = knownOnlyTo(HADOOP);

    @ArchTest
    static final ArchRule theyKnowFleetsAlone = noClasses()
            .that()
            .resideInAnyPackage(SPARK, HADOOP)
            .should()
            .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                    "are of other modules than fleet",
                    type -> type.getPackageName().startsWith("io.github.roboreel.")
                            && !type.getPackageName().startsWith("io.github.roboreel.fleet.")
                            && !type.getPackageName().startsWith("io.github.roboreel.format")));

    @ArchTest
    static void bothAreLookedAt(JavaClasses classes) {
        Set<String> packages = classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertTrue(packages.contains("io.github.roboreel.fleet.spark"), packages.toString());
        assertTrue(packages.contains("io.github.roboreel.fleet.hadoop"), packages.toString());
        assertTrue(packages.contains("io.github.roboreel.cli.export"), packages.toString());
    }

    private static ArchRule knownOnlyTo(String module) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(module)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(module);
    }

    @Test
    void theyAreFoundByTheirServices() {
        List<String> engines = ServiceLoader.load(EngineProvider.class).stream()
                .map(provider -> provider.type().getSimpleName())
                .toList();
        assertEquals(List.of("SparkEngineProvider"), engines);
        List<String> storages = ServiceLoader.load(StorageProvider.class).stream()
                .map(provider -> provider.type().getSimpleName())
                .toList();
        assertEquals(List.of("HadoopStorageProvider"), storages);
    }
}
