// SPDX-License-Identifier: MIT
// java MakeJar.java JAR SOURCE...
//
// Compile Java sources to a jar that `java -jar` runs.  The arena calls this in the jail of the
// compiler.  Public classes need not be named after their files, because the arena renames files.
// The main class is the first one with a method main.

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public class MakeJar {
    static class Source extends SimpleJavaFileObject {
        final String text;

        Source(Path path) throws Exception {
            super(path.toUri(), Kind.SOURCE);
            text = Files.readString(path);
        }

        @Override public CharSequence getCharContent(boolean ignoreEncodingErrors) { return text; }
        @Override public boolean isNameCompatible(String name, Kind kind) { return true; }
    }

    static class Output extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override public OutputStream openOutputStream() { return bytes; }
    }

    static class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, Output> classes = new TreeMap<>();

        Outputs(JavaFileManager files) { super(files); }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name,
                                                   JavaFileObject.Kind kind, FileObject sibling) {
            return classes.computeIfAbsent(name, Output::new);
        }
    }

    static class Loader extends ClassLoader {
        final Map<String, Output> classes;

        Loader(Map<String, Output> classes) { this.classes = classes; }

        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            Output output = classes.get(name);
            if (output == null)
                throw new ClassNotFoundException(name);
            byte[] bytes = output.bytes.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static String findMain(Map<String, Output> classes) throws Exception {
        Loader loader = new Loader(classes);
        for (String name : classes.keySet()) {
            try {
                Class.forName(name, false, loader).getMethod("main", String[].class);
                return name;
            } catch (NoSuchMethodException missing) {
                continue;
            }
        }
        return null;
    }

    static void write(String jar, String main, Map<String, Output> classes) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
            for (Map.Entry<String, Output> entry : classes.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey().replace('.', '/') + ".class"));
                out.write(entry.getValue().bytes.toByteArray());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            System.err.println("error: there is no Java compiler, only a runtime; install a JDK");
            System.exit(1);
        }
        List<Source> sources = new ArrayList<>();
        for (int i = 1; i < args.length; i++)
            sources.add(new Source(Path.of(args[i])));
        Outputs outputs =
            new Outputs(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8));
        if (!compiler.getTask(null, outputs, null, List.of("-proc:none", "-Xmaxerrs", "20"), null,
                              sources).call())
            System.exit(1);
        String main = findMain(outputs.classes);
        if (main == null) {
            System.err.println("error: no class has a method public static void main(String[])");
            System.exit(1);
        }
        write(args[0], main, outputs.classes);
    }
}
