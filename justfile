# What there is to run
default:
    @just --list

# Everything that has to pass before a change goes in
ready:
    .ci/run

# All tests; with more detail for one: just test cli
test *names:
    cargo test {{names}}

# Lints and format, without tests
lint:
    cargo fmt --check
    cargo clippy --all-targets --all-features -- -D warnings

# Benchmarks
bench *names:
    cargo bench {{names}}

# Check the schemas of the examples for the usual providers
demo:
    cargo run --release -- check examples/*.json

# Every profile over every schema of the development corpus; SCHEMA_COMPAT_DATA says where it is
profiles:
    STRIDE=1 cargo test --release --test profiles -- --nocapture

# The rates of rival linters and ours on the known cases; the rivals are installed in the folder `out`, once
linters out="target/linters":
    cargo build --release
    test -x {{out}}/bin/schemalint || cargo install schemalint --version 1.4.0 --root {{out}}
    test -x {{out}}/venv/bin/schemafit || (python3 -m venv {{out}}/venv && {{out}}/venv/bin/pip install --quiet schemafit==0.5.1)
    python3 benches/rivals/linters.py target/release/schema-compat --schemalint {{out}}/bin/schemalint --schemafit {{out}}/venv/bin/schemafit
