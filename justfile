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
