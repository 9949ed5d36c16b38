package io.github.roboreel.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A jar in the local Maven repository, whose place names it.
 *
 * @param repository folder of the repository
 * @param group of folders, as in {@code org/slf4j}
 */
record RuntimeJar(Path repository, Path group, String artifact, String version, String fileName) {
    static RuntimeJar of(Path repository, Path jar) {
        Path version = jar.getParent();
        Path artifact = version.getParent();
        return new RuntimeJar(
                repository,
                repository.relativize(artifact.getParent()),
                artifact.getFileName().toString(),
                version.getFileName().toString(),
                jar.getFileName().toString());
    }

    /** Group and artifact, as in {@code org.slf4j:slf4j-api}. */
    String name() {
        return group.toString().replace('/', '.') + ":" + artifact;
    }

    /** Identifiers of the licences that its POM declares, or the next of the POM's parents that declares some. */
    Set<String> declaredLicences() {
        return licences(pom(group, artifact, version));
    }

    private Path pom(Path ofGroup, String ofArtifact, String ofVersion) {
        return repository
                .resolve(ofGroup)
                .resolve(ofArtifact)
                .resolve(ofVersion)
                .resolve(ofArtifact + "-" + ofVersion + ".pom");
    }

    private Set<String> licences(Path pom) {
        Element project = parse(pom);
        Element licences = child(project, "licenses");
        Set<String> found = new TreeSet<>();
        for (Element licence = first(licences); licence != null; licence = next(licence)) {
            found.add(identifier(text(licence, child(licence, "name") == null ? "url" : "name")));
        }
        Element parent = child(project, "parent");
        if (!found.isEmpty() || parent == null) {
            return found;
        }
        Path parentGroup = Path.of(text(parent, "groupId").replace('.', '/'));
        return licences(pom(parentGroup, text(parent, "artifactId"), text(parent, "version")));
    }

    private static Element parse(Path pom) {
        try (var in = Files.newInputStream(pom)) {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException("Cannot parse " + pom, e);
        }
    }

    private static Element child(Element parent, String name) {
        Element child = first(parent);
        while (child != null && !child.getTagName().equals(name)) {
            child = next(child);
        }
        return child;
    }

    private static String text(Element parent, String name) {
        return child(parent, name).getTextContent().strip();
    }

    private static Element first(Element parent) {
        return parent == null ? null : element(parent.getFirstChild());
    }

    private static Element next(Element element) {
        return element(element.getNextSibling());
    }

    private static Element element(Node node) {
        Node at = node;
        while (at != null && !(at instanceof Element)) {
            at = at.getNextSibling();
        }
        return (Element) at;
    }

    /** Identifier of a licence that POMs write in many ways; the name itself where it is none of these. */
    static String identifier(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("apache")) {
            return "Apache-2.0";
        } else if (lower.contains("lesser") || lower.contains("lgpl")) {
            return "LGPL-2.1-or-later";
        } else if (lower.contains("classpath")) {
            return "GPL-2.0-with-classpath-exception";
        } else if (lower.contains("gpl")) {
            return "GPL-2.0-or-later";
        } else if (lower.contains("cc0")) {
            return "CC0-1.0";
        } else if (lower.contains("bsd-2") || lower.contains("freebsd")) {
            return "BSD-2-Clause";
        } else if (lower.contains("bsd") || lower.contains("asm.ow2.org")) {
            return "BSD-3-Clause";
        } else if (lower.startsWith("mit") || lower.contains("mit license")) {
            return "MIT";
        }
        if (lower.startsWith("epl")) {
            return "EPL-2.0";
        }
        return lower.startsWith("zlib") ? "Zlib" : name;
    }
}
