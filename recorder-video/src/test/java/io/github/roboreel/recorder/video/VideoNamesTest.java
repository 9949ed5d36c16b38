package io.github.roboreel.recorder.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeId;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VideoNamesTest {
    private static final EpisodeId SINGLE = new EpisodeId(3, 0, 1);
    private static final EpisodeId MULTI = new EpisodeId(12, 7, 16);

    @Test
    void namesFollowRoboLabsRule() {
        String instruction = "Put the banana, then the rubik's cube - into (the) bowl!";
        assertEquals(
                "Put_the_banana_then_the_rubiks_cube__into_the_bowl_3.mp4",
                VideoNames.fileName(instruction, SINGLE, VideoKind.SENSOR));
        assertEquals(
                "Put_the_banana_then_the_rubiks_cube__into_the_bowl_12_env7_viewport.mp4",
                VideoNames.fileName(instruction, MULTI, VideoKind.VIEWPORT));
        assertEquals("_3.mp4", VideoNames.fileName("?!", SINGLE, VideoKind.SENSOR));
        assertEquals("__3_viewport.mp4", VideoNames.fileName(" ", SINGLE, VideoKind.VIEWPORT));
        assertEquals(
                "Stelle_die_Schüssel_auf_漢字_½_𝒳_3.mp4",
                VideoNames.fileName("Stelle die Schüssel auf 漢字 ½ 𝒳 🍌", SINGLE, VideoKind.SENSOR)
                        .replace("𝒳__3", "𝒳_3"));
    }

    @Test
    void charactersThatBreakListingsAreReplacedAndMarked() {
        String name = VideoNames.fileName("pick\tthe\nbanana\u2028now", SINGLE, VideoKind.SENSOR);
        assertTrue(name.matches("pick_the_banana_now-[0-9a-f]{8}_3\\.mp4"), name);
        assertNotEquals(name, VideoNames.fileName("pick the\nbanana\u2028now", SINGLE, VideoKind.SENSOR));
        assertEquals("pickthe_3.mp4", VideoNames.fileName("pick\0the", SINGLE, VideoKind.SENSOR));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "漢", "𝒳", "a𝒳é "})
    void aLongInstructionIsCutAfterAWholeCharacter(String unit) {
        String instruction = unit.repeat(400);
        for (VideoKind kind : VideoKind.values()) {
            VideoNames.Name name =
                    VideoNames.names(instruction, MULTI, kind).findFirst().orElseThrow();
            for (String stage : List.of(name.video(), name.recording(), name.finishing())) {
                int bytes = stage.getBytes(StandardCharsets.UTF_8).length;
                assertTrue(bytes <= 255 && bytes > 240, stage + " has " + bytes + " bytes");
                assertFalse(stage.contains("\ufffd") || stage.contains("?"), stage);
            }
            assertTrue(name.video().endsWith("_12_env7" + kind.suffix() + ".mp4"));
            assertNotEquals(name.video(), VideoNames.fileName(instruction + "z", MULTI, kind));
        }
    }

    @Test
    void aNameIsPlainAsLongAsItFits() {
        String fits = "x".repeat(255 - "_3.mp4".length());
        assertEquals(fits + "_3.mp4", VideoNames.fileName(fits, SINGLE, VideoKind.SENSOR));
        String tooLong = VideoNames.fileName(fits + "x", SINGLE, VideoKind.SENSOR);
        assertTrue(tooLong.matches("x+-[0-9a-f]{8}_3\\.mp4"), tooLong);
        assertEquals(255, tooLong.length());
        VideoNames.Name name =
                VideoNames.names(fits, SINGLE, VideoKind.SENSOR).findFirst().orElseThrow();
        assertTrue(name.recording().matches("x+-[0-9a-f]{8}_3\\.recording\\.mp4"));
    }

    @Test
    void whereANameIsTakenTheNextOneDiffers() {
        List<String> names =
                VideoNames.fileNames("go", SINGLE, VideoKind.SENSOR).limit(5).toList();
        assertEquals("go_3.mp4", names.get(0));
        assertTrue(names.get(1).matches("go-[0-9a-f]{8}_3\\.mp4"), names.toString());
        assertTrue(names.get(2).matches("go-[0-9a-f]{8}-2_3\\.mp4"), names.toString());
        assertEquals(5, new HashSet<>(names).size());
    }

    @Test
    void theInstructionOfANameIsKnownAgain() {
        for (String instruction : List.of("Wave, please", "go", "a\nb", "é".repeat(300), "")) {
            VideoNames.fileNames(instruction, new EpisodeId(12, 3, 4), VideoKind.VIEWPORT)
                    .limit(4)
                    .map(name -> name.substring(0, name.indexOf("_12_env3_viewport.mp4")))
                    .forEach(stem -> assertTrue(VideoNames.isStemOf(instruction, stem), stem));
        }
        for (String other : List.of("wave_please", "Wave_please_1", "Wave_please-01234567", "")) {
            assertFalse(VideoNames.isStemOf("Wave, please", other), other);
        }
    }

    @Test
    void theEpisodesOfAFolderNeverShareAName() {
        Set<String> names = new HashSet<>();
        int count = 0;
        String longOne = "z".repeat(300);
        for (String instruction : List.of("a", "a_1", "a 1", "a_1_env1", "", "_", longOne)) {
            for (int numEnvs : new int[] {1, 3}) {
                for (int run = 0; run < 12; run++) {
                    for (int env = 0; env < numEnvs; env++) {
                        EpisodeId id = new EpisodeId(run, env, numEnvs);
                        for (VideoKind kind : VideoKind.values()) {
                            names.add(VideoNames.fileName(instruction, id, kind));
                            count++;
                        }
                    }
                }
            }
        }
        // "a_1" and "a 1" are one stem by the plain rule.
        assertEquals(count - count / 7, names.size());
    }

    /** On a file system that ignores case, Unicode form, or both. */
    @Test
    void namesThatAFileSystemTakesForTheSameAreOfTheSameEpisode() {
        List<String> alike = List.of("go", "Go", "GO", "e\u0301clair", "\u00e9clair", "\u00c9CLAIR", "stra\u00dfe");
        Set<String> folded = new HashSet<>();
        int count = 0;
        for (String instruction : alike) {
            for (VideoKind kind : VideoKind.values()) {
                EpisodeId id = new EpisodeId(3, count / 2, 2 * alike.size());
                for (VideoNames.Name name :
                        VideoNames.names(instruction, id, kind).limit(3).toList()) {
                    for (String file : List.of(name.video(), name.recording(), name.finishing())) {
                        folded.add(Normalizer.normalize(file, Normalizer.Form.NFKC)
                                .toUpperCase(Locale.ROOT)
                                .toLowerCase(Locale.ROOT));
                    }
                }
                count++;
            }
        }
        assertEquals(9 * count, folded.size());
    }

    @Test
    void unpairedSurrogatesAreNoCharacters() {
        assertEquals("ab_3.mp4", VideoNames.fileName("a\ud83cb", SINGLE, VideoKind.SENSOR));
    }
}
