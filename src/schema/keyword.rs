//! The vocabulary: every keyword of JSON Schema drafts 4 to 2020-12 and OpenAPI 3.0, as data.

/// The dialect a schema is read under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draft {
    /// JSON Schema draft 4.
    Draft4,
    /// JSON Schema draft 6.
    Draft6,
    /// JSON Schema draft 7.
    Draft7,
    /// JSON Schema 2019-09.
    Draft201909,
    /// JSON Schema 2020-12, the default.
    Draft202012,
    /// OpenAPI 3.0 schema objects: draft 4 words plus `nullable`; only when the caller asks for it.
    OpenApi30,
}

/// What a keyword is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Names, identifiers, containers of definitions.
    Core,
    /// Holds subschemas that apply to the same instance.
    InPlace,
    /// Holds subschemas that apply to children of the instance.
    Child,
    /// Constrains the instance by itself.
    Assertion,
    /// Says something for people; constrains nothing.
    Annotation,
}

/// Where the subschemas of a keyword stand in its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holds {
    /// None.
    Nothing,
    /// The value is a subschema.
    One,
    /// The value is an array of subschemas.
    List,
    /// The value is a subschema or an array of them.
    OneOrList,
    /// The values of the value's members are subschemas.
    Map,
    /// As [`Holds::Map`], but members with an array value hold none.
    MapOrNames,
}

/// First slot to look at for a name; cheap, and spread well enough over this vocabulary.
const fn slot(text: &[u8]) -> usize {
    match text {
        [] => 0,
        [first, .., before, last] => (text.len() * 7 + *first as usize * 3 + *before as usize * 11 + *last as usize * 5) % SLOTS,
        [first, ..] => *first as usize % SLOTS,
    }
}

const SLOTS: usize = 256;

/// Open-addressed table from names to 1 + index in [`Keyword::ALL`]; 0 is a free slot.
const TABLE: [u8; SLOTS] = {
    let mut table = [0_u8; SLOTS];
    let mut index = 0;
    while index < Keyword::COUNT {
        let mut at = slot(Keyword::ALL[index].text().as_bytes());
        while table[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 255 keywords")]
        let entry = index as u8 + 1;
        table[at] = entry;
        index += 1;
    }
    table
};

macro_rules! keywords {
    ($($variant:ident $text:literal $role:ident $from:ident ..= $to:ident;)*) => {
        /// A keyword we know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Keyword { $(#[doc = concat!("`", $text, "`")] $variant,)* }

        impl Keyword {
            /// Every keyword, in a fixed order; `Keyword as usize` indexes it.
            pub const ALL: &[Keyword] = &[$(Keyword::$variant,)*];
            /// How many keywords there are.
            pub const COUNT: usize = Self::ALL.len();

            /// The keyword's spelling.
            #[must_use]
            pub const fn text(self) -> &'static str { match self { $(Keyword::$variant => $text,)* } }

            /// What it is for.
            #[must_use]
            pub const fn role(self) -> Role { match self { $(Keyword::$variant => Role::$role,)* } }

            /// The keyword spelled `text`, whichever drafts know it.
            #[must_use]
            pub fn from_text(text: &str) -> Option<Self> {
                let mut slot = slot(text.as_bytes());
                loop {
                    let keyword = Self::ALL[TABLE[slot].checked_sub(1)? as usize];
                    if keyword.text() == text {
                        return Some(keyword);
                    }
                    slot = (slot + 1) % SLOTS;
                }
            }

            /// Whether `draft` defines this keyword; a keyword outside its drafts is an unknown annotation there.
            #[must_use]
            pub fn known_in(self, draft: Draft) -> bool {
                let (from, to) = match self { $(Keyword::$variant => (Draft::$from, Draft::$to),)* };
                match draft {
                    Draft::OpenApi30 => to == Draft::OpenApi30 || (from == Draft::Draft4 && !matches!(self, Keyword::DollarSchema | Keyword::Id4 | Keyword::Definitions)),
                    _ => from <= draft && draft <= to,
                }
            }
        }
    };
}

keywords! {
    DollarSchema "$schema" Core Draft4 ..= Draft202012;
    DollarId "$id" Core Draft6 ..= Draft202012;
    Id4 "id" Core Draft4 ..= Draft4;
    Anchor "$anchor" Core Draft201909 ..= Draft202012;
    Vocabulary "$vocabulary" Core Draft201909 ..= Draft202012;
    Comment "$comment" Annotation Draft7 ..= Draft202012;
    Defs "$defs" Core Draft201909 ..= Draft202012;
    Definitions "definitions" Core Draft4 ..= Draft202012;
    Ref "$ref" InPlace Draft4 ..= OpenApi30;
    RecursiveRef "$recursiveRef" InPlace Draft201909 ..= Draft201909;
    RecursiveAnchor "$recursiveAnchor" Core Draft201909 ..= Draft201909;
    DynamicRef "$dynamicRef" InPlace Draft202012 ..= Draft202012;
    DynamicAnchor "$dynamicAnchor" Core Draft202012 ..= Draft202012;
    Type "type" Assertion Draft4 ..= OpenApi30;
    Enum "enum" Assertion Draft4 ..= OpenApi30;
    Const "const" Assertion Draft6 ..= Draft202012;
    MultipleOf "multipleOf" Assertion Draft4 ..= OpenApi30;
    Minimum "minimum" Assertion Draft4 ..= OpenApi30;
    Maximum "maximum" Assertion Draft4 ..= OpenApi30;
    ExclusiveMinimum "exclusiveMinimum" Assertion Draft4 ..= OpenApi30;
    ExclusiveMaximum "exclusiveMaximum" Assertion Draft4 ..= OpenApi30;
    MinLength "minLength" Assertion Draft4 ..= OpenApi30;
    MaxLength "maxLength" Assertion Draft4 ..= OpenApi30;
    Pattern "pattern" Assertion Draft4 ..= OpenApi30;
    Format "format" Assertion Draft4 ..= OpenApi30;
    Items "items" Child Draft4 ..= OpenApi30;
    PrefixItems "prefixItems" Child Draft202012 ..= Draft202012;
    AdditionalItems "additionalItems" Child Draft4 ..= Draft201909;
    UnevaluatedItems "unevaluatedItems" Child Draft201909 ..= Draft202012;
    MinItems "minItems" Assertion Draft4 ..= OpenApi30;
    MaxItems "maxItems" Assertion Draft4 ..= OpenApi30;
    UniqueItems "uniqueItems" Assertion Draft4 ..= OpenApi30;
    Contains "contains" Child Draft6 ..= Draft202012;
    MinContains "minContains" Assertion Draft201909 ..= Draft202012;
    MaxContains "maxContains" Assertion Draft201909 ..= Draft202012;
    Properties "properties" Child Draft4 ..= OpenApi30;
    PatternProperties "patternProperties" Child Draft4 ..= Draft202012;
    AdditionalProperties "additionalProperties" Child Draft4 ..= OpenApi30;
    UnevaluatedProperties "unevaluatedProperties" Child Draft201909 ..= Draft202012;
    PropertyNames "propertyNames" Child Draft6 ..= Draft202012;
    Required "required" Assertion Draft4 ..= OpenApi30;
    MinProperties "minProperties" Assertion Draft4 ..= OpenApi30;
    MaxProperties "maxProperties" Assertion Draft4 ..= OpenApi30;
    Dependencies "dependencies" InPlace Draft4 ..= Draft202012;
    DependentRequired "dependentRequired" Assertion Draft201909 ..= Draft202012;
    DependentSchemas "dependentSchemas" InPlace Draft201909 ..= Draft202012;
    AllOf "allOf" InPlace Draft4 ..= OpenApi30;
    AnyOf "anyOf" InPlace Draft4 ..= OpenApi30;
    OneOf "oneOf" InPlace Draft4 ..= OpenApi30;
    Not "not" InPlace Draft4 ..= OpenApi30;
    If "if" InPlace Draft7 ..= Draft202012;
    Then "then" InPlace Draft7 ..= Draft202012;
    Else "else" InPlace Draft7 ..= Draft202012;
    Nullable "nullable" Assertion OpenApi30 ..= OpenApi30;
    Discriminator "discriminator" Annotation OpenApi30 ..= OpenApi30;
    Title "title" Annotation Draft4 ..= OpenApi30;
    Description "description" Annotation Draft4 ..= OpenApi30;
    Default "default" Annotation Draft4 ..= OpenApi30;
    Examples "examples" Annotation Draft6 ..= Draft202012;
    Example "example" Annotation OpenApi30 ..= OpenApi30;
    Deprecated "deprecated" Annotation Draft201909 ..= OpenApi30;
    ReadOnly "readOnly" Annotation Draft7 ..= OpenApi30;
    WriteOnly "writeOnly" Annotation Draft7 ..= OpenApi30;
    ContentEncoding "contentEncoding" Annotation Draft7 ..= Draft202012;
    ContentMediaType "contentMediaType" Annotation Draft7 ..= Draft202012;
    ContentSchema "contentSchema" Annotation Draft201909 ..= Draft202012;
}

impl Keyword {
    /// Where this keyword's subschemas stand.
    #[must_use]
    pub const fn holds(self) -> Holds {
        use Keyword as K;
        match self {
            K::Definitions | K::Defs | K::Properties | K::PatternProperties | K::DependentSchemas => Holds::Map,
            K::Dependencies => Holds::MapOrNames,
            K::AllOf | K::AnyOf | K::OneOf | K::PrefixItems => Holds::List,
            K::Items => Holds::OneOrList,
            K::AdditionalItems
            | K::UnevaluatedItems
            | K::Contains
            | K::AdditionalProperties
            | K::UnevaluatedProperties
            | K::PropertyNames
            | K::Not
            | K::If
            | K::Then
            | K::Else
            | K::ContentSchema => Holds::One,
            _ => Holds::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_found_and_nothing_else() {
        for keyword in Keyword::ALL {
            assert_eq!(Keyword::from_text(keyword.text()), Some(*keyword));
        }
        for other in ["", "i", "x", "Type", "requried", "x-minimum", "$ref ", "propertie", "constt"] {
            assert_eq!(Keyword::from_text(other), None, "{other}");
        }
    }
}
