# Short names for plain commands; CONTRIBUTING.md lists the same ones, so that nobody needs just.

# Everything that must hold before a change lands
ci:
    .ci/run

test:
    cargo test

# Format, then every warning as an error
lint:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    cargo clippy --all-targets --no-default-features -- -D warnings

doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps

# Rewrite the golden files; explain the difference in the commit
bless:
    PIECEWORK_BLESS=1 cargo test --test library golden

# Let outside programs judge what the program wrote
judges:
    tests/judges/install
    tests/judges/run output tests/golden

# The page of the studio in a real browser
browser:
    cargo build
    tests/browser/run

# Licences, sources and versions of dependencies
dependencies:
    packaging/check-dependencies
