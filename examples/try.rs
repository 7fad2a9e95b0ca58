use schema_compat::{compat, profile};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = profile::find(&a[1]).unwrap();
    let s = std::fs::read_to_string(&a[2]).unwrap_or(a[2].clone());
    match compat::prepare(
        &s,
        p,
        &compat::Options {
            infer_type: std::env::var_os("NO_INFER").is_none(),
            open_objects: if std::env::var_os("SPLICE").is_some() { compat::OpenObjects::Splice } else { compat::OpenObjects::Close },
            ..Default::default()
        },
    ) {
        Err(e) => println!("ERR {} {e}", e.kind.name()),
        Ok(q) => {
            println!("{}", q.wire_schema());
            for f in q.findings() {
                println!("  {:?} {:?} {} {} {} {:?}", f.severity, f.fidelity, f.rule, f.location, f.message, f.witness);
            }
            for v in &a[3..] {
                match q.encode(v) {
                    Ok(w) => {
                        println!("E {v} -> {w}");
                        println!("D {:?}", q.decode(&w).value);
                    }
                    Err(e) => {
                        println!("encode ERR {e}");
                        let o = q.decode(v);
                        println!("D {:?} {:?} {:?}", o.kind, o.value, o.issues);
                    }
                }
            }
            let w = schema_compat::json::parse(q.wire_schema()).unwrap();
            for v in profile::lint(&w, p) {
                println!("LINT {} {}", v.location, v.message);
            }
        }
    }
}
