package io.github.roboreel.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What is loaded for {@code --help} stays small, so that it answers at once. */
@AnalyzeClasses(packages = "io.github.roboreel.cli", importOptions = DoNotIncludeTests.class)
class ParsingRulesTest {
    @ArchTest
    static final ArchRule PARSING_KNOWS_NO_ENGINE =
            noClasses()
                    .that()
                    .haveNameMatching(".*\\.(Main|RootOptions|[A-Z][a-z]+Command)")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.github.roboreel.simulator..",
                            "io.github.roboreel.recorder..",
                            "com.fasterxml..",
                            "me.tongfei..");
}
