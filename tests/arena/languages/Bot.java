// A bot in Java: plays the first legal move.
import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Bot {
    static void say(String text) {
        System.out.println(text);
        System.out.flush();
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            if (line.contains("\"do\":\"game\"")) {
                say("{\"ready\":true}");
            } else if (line.contains("\"do\":\"turn\"")) {
                say("{\"ask\":\"turns\",\"max\":1}");
                String list = in.readLine().split("\"turns\":\\[\"")[1];
                say("{\"turn\":\"" + list.substring(0, list.indexOf('"')) + "\"}");
            }
        }
    }
}
