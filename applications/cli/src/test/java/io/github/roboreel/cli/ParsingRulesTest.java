package io.github.roboreel.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What is loaded for {@code --help} stays small, so that it answers at once. */
class ParsingRulesTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.github.roboreel.cli");

    @Test
    void parsingKnowsNoEngine() {
        noClasses()
                .that()
                .haveNameMatching(".*\\.(Main|RootOptions|[A-Za-z]+Command)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.github.roboreel.simulator..",
                        "io.github.roboreel.simulation..",
                        "io.github.roboreel.runner..",
                        "io.github.roboreel.recorder..",
                        "com.fasterxml..",
                        "me.tongfei..")
                .check(classes);
    }
}
