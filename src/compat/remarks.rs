//! The names of findings about a reply, with what each means: the text of `explain`.

use crate::reply::Slip;

/// What is done to a reply beside slips of the pen: names, and what they mean.
const OTHERS: [(&str, &str); 8] = [
    (
        "double-encoded",
        "A string that holds the JSON text of an object or array, where the schema has an object or array, was read as what it holds.",
    ),
    ("literal-as-text", "A number, boolean or null written as a string, where the schema has only the literal, was read as the literal."),
    ("no-envelope", "The wire form puts one member around the value; the model left it out, and the value was read without it."),
    ("null-for-absent", "A null at an optional property that takes no null was read as an absent property."),
    ("one-entry-list", "The answer was the only entry of a list that nobody asked for."),
    (
        "quoted-answer",
        "Other values that would do stand in running text: they were taken for quotations, and the one on lines of its own for the answer.",
    ),
    ("tool-call-as-text", "The answer was written as the text of a tool call, with a name and arguments; the arguments were read."),
    ("wrapper-key", "The answer stood under one key that was not asked for, such as `answer` or `result`."),
];

/// Every name a finding about a reply may have, with what was read and how. Names of rules are not among them.
pub fn remarks() -> impl Iterator<Item = (&'static str, String)> {
    let slips = Slip::ALL.into_iter().map(|slip| {
        let mut meaning = slip.meaning().to_owned();
        if let Some(first) = meaning.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        (slip.name(), format!("{meaning}. Only where the reply is no JSON as it stands, and only because it has no other reading."))
    });
    OTHERS.into_iter().map(|(name, meaning)| (name, meaning.to_owned())).chain(slips)
}
