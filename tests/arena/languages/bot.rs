// A bot in Rust: plays the first legal move.
use std::io::{self, BufRead, Write};

fn say(text: &str) {
    println!("{}", text);
    io::stdout().flush().unwrap();
}

fn main() {
    let stdin = io::stdin();
    let mut lines = stdin.lock().lines().map(|line| line.unwrap());
    while let Some(line) = lines.next() {
        if line.contains("\"do\":\"game\"") {
            say("{\"ready\":true}");
        } else if line.contains("\"do\":\"turn\"") {
            say("{\"ask\":\"turns\",\"max\":1}");
            let reply = lines.next().unwrap();
            let list = reply.split("\"turns\":[\"").nth(1).unwrap();
            say(&format!("{{\"turn\":\"{}\"}}", list.split('"').next().unwrap()));
        }
    }
}
