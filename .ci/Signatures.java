import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;

/**
 * Of jars what japicmp compares: the public and protected classes and members of some packages, without code. Arguments:
 * a folder of jars, a new folder for the jars that are made of them, names of packages. A jar without such a package makes
 * none. Equal jars make equal files.
 */
final class Signatures {
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
    private static final int VISIBLE = AccessFlag.PUBLIC | AccessFlag.PROTECTED;

    /** Attributes that a caller's compiler reads, of those that javassist copies into a smaller pool of constants. */
    private static final Set<String> KEPT = Set.of(
            "AnnotationDefault",
            "ConstantValue",
            "Deprecated",
            "Exceptions",
            "InnerClasses",
            "RuntimeInvisibleAnnotations",
            "RuntimeVisibleAnnotations",
            "Signature");

    private final Set<String> packages;

    private Signatures(Set<String> packages) {
        this.packages = packages;
    }

    public static void main(String[] args) throws IOException {
        Signatures signatures = new Signatures(Set.copyOf(Arrays.asList(args).subList(2, args.length)));
        Path target = Files.createDirectories(Path.of(args[1]));
        try (var jars = Files.list(Path.of(args[0]))) {
            for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                Map<String, ClassFile> kept = signatures.visible(classes(jar));
                if (!kept.isEmpty()) {
                    write(kept, target.resolve(jar.getFileName()));
                }
            }
        }
    }

    private static Map<String, ClassFile> classes(Path jar) throws IOException {
        Map<String, ClassFile> classes = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        ClassFile read = new ClassFile(new DataInputStream(in));
                        classes.put(read.getName(), read);
                    }
                }
            }
        }
        return classes;
    }

    /** The visible classes of the packages, and what they inherit from in the same jar. */
    private Map<String, ClassFile> visible(Map<String, ClassFile> classes) {
        Map<String, ClassFile> kept = new TreeMap<>();
        Deque<ClassFile> open = new ArrayDeque<>();
        classes.values().stream().filter(this::isPromised).forEach(open::add);
        while (!open.isEmpty()) {
            ClassFile next = open.remove();
            if (kept.put(next.getName(), next) == null) {
                List<String> inherited = new ArrayList<>(List.of(next.getInterfaces()));
                inherited.add(next.getSuperclass());
                inherited.stream().filter(classes::containsKey).map(classes::get).forEach(open::add);
            }
        }
        return kept;
    }

    private boolean isPromised(ClassFile type) {
        String name = type.getName();
        int inner = type.getInnerAccessFlags();
        int flags = inner < 0 ? type.getAccessFlags() : inner;
        return packages.contains(name.substring(0, Math.max(0, name.lastIndexOf('.')))) && isVisible(flags);
    }

    private static boolean isVisible(int flags) {
        return (flags & VISIBLE) != 0 && (flags & AccessFlag.SYNTHETIC) == 0;
    }

    private static void write(Map<String, ClassFile> classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.setMethod(ZipEntry.STORED); // what all jars have in common is compressed around them
            for (ClassFile type : classes.values()) {
                byte[] bytes = signature(type);
                JarEntry entry = new JarEntry(type.getName().replace('.', '/') + ".class");
                CRC32 sum = new CRC32();
                sum.update(bytes);
                entry.setTimeLocal(TIME);
                entry.setSize(bytes.length);
                entry.setCrc(sum.getValue());
                out.putNextEntry(entry);
                out.write(bytes);
                out.closeEntry();
            }
        }
    }

    private static byte[] signature(ClassFile type) throws IOException {
        type.getFields().removeIf(field -> !isVisible(field.getAccessFlags()));
        type.getMethods().removeIf(method -> !isVisible(method.getAccessFlags()));
        type.getFields().forEach(field -> strip(field.getAttributes()));
        type.getMethods().forEach(method -> strip(method.getAttributes()));
        strip(type.getAttributes());
        type.compact();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        type.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static void strip(List<AttributeInfo> attributes) {
        attributes.removeIf(attribute -> !KEPT.contains(attribute.getName()));
    }
}
