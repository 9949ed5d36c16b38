package io.github.roboreel.recorder;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.github.roboreel.recorder", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule coreKnowsNoFormatAndNoSimulator = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "ch.systemsx..",
                    "hdf..",
                    "com.sun.jna..",
                    "org.jcodec..",
                    "org.bytedeco..",
                    "org.ode4j..",
                    "io.github.roboreel.simulator..",
                    "io.github.roboreel.recorder.hdf5..",
                    "io.github.roboreel.recorder.video..");

    @ArchTest
    static final ArchRule noPublicSignatureShowsTheDisruptor = noMethods()
            .that()
            .areDeclaredInClassesThat(arePublic())
            .and()
            .doNotHaveModifier(JavaModifier.PRIVATE)
            .should(show("com.lmax.disruptor"));

    @ArchTest
    static final ArchRule onlyTheHiddenRingKnowsTheDisruptor = classes()
            .that(dependOn("com.lmax.disruptor"))
            .should()
            .haveNameMatching(".*\\.(StepRing|SinkConsumer|IdleWaitStrategy)(\\$.*)?");

    /** A step makes no JSON: what a producer calls, and what carries its rows, must not even load Jackson. */
    @ArchTest
    static final ArchRule noJsonOnTheProducersPath = noClasses()
            .that()
            .haveNameMatching(
                    ".*\\.(StepWriter|BatchWriter|EnvRecorder|RowBuffer|StepRing|StepEvent|FramePool|FrameSource|PooledFrame"
                            + "|SinkFrame|SinkConsumer|SinkHandler|SinkRow|Field|RowLayout)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson..");

    private static DescribedPredicate<JavaClass> arePublic() {
        return DescribedPredicate.describe("public", c -> c.getModifiers().contains(JavaModifier.PUBLIC));
    }

    private static DescribedPredicate<JavaClass> dependOn(String library) {
        return DescribedPredicate.describe(
                "depend on " + library,
                c -> c.getDirectDependenciesFromSelf().stream().anyMatch(d -> isFrom(library, d.getTargetClass())));
    }

    private static ArchCondition<JavaMethod> show(String library) {
        return ArchCondition.from(DescribedPredicate.describe(
                "show a type of " + library,
                m -> m.getAllInvolvedRawTypes().stream().anyMatch(type -> isFrom(library, type))));
    }

    private static boolean isFrom(String library, JavaClass type) {
        return type.getPackageName().startsWith(library);
    }
}
