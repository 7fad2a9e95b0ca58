use schema_compat::{compat, json, profile};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = profile::find(&a[1]).unwrap();
    let want = a.get(3);
    for line in std::fs::read_to_string(&a[2]).unwrap().lines() {
        let r = json::parse(line).unwrap();
        let id = json::to_text(r.get("id").unwrap());
        if want.is_some_and(|w| !id.contains(w.as_str())) {
            continue;
        }
        if want.is_none() {
            eprintln!("{id}");
        }
        let s = json::to_text(r.get("schema").unwrap());
        if want.is_some() {
            println!("{s}");
        }
        let t = std::time::Instant::now();
        let q = compat::prepare(&s, p, &compat::Options::default());
        let e = t.elapsed();
        if e.as_millis() > 20 {
            println!("slow {id} {e:?}");
        }
        match q {
            Ok(q) => {
                if want.is_some() {
                    println!("{}", q.wire_schema());
                    for f in q.findings() {
                        println!("  {:?} {:?} {} {} {} {:?}", f.severity, f.fidelity, f.rule, f.location, f.message, f.witness);
                    }
                }
            }
            Err(e) => {
                if want.is_some() {
                    println!("{e}")
                }
            }
        }
    }
}
