//! The one table of codes: stable names, levels, one line each.

use serde::{Serialize, Serializer};

/// How bad a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not shown.
    Allow,
    /// The variant can be played, but is probably not what was meant.
    Warning,
    /// The variant cannot be played.
    Error,
}

/// Makes the enum and the table from one list.
macro_rules! codes {
    ($($variant:ident $name:literal $level:ident $about:literal)*) => {
        /// A kind of mistake. Names are stable: never used again for another, never renamed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $about] $variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// Its name, such as `unknown-name`.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The level of its messages where nobody asks for another.
            pub const fn level(self) -> Level {
                match self { $(Code::$variant => Level::$level,)* }
            }

            /// What it means, in one line.
            pub const fn about(self) -> &'static str {
                match self { $(Code::$variant => $about,)* }
            }

            /// Its page, as Markdown: what it means, a file that fails, why, and a mended file.
            pub const fn page(self) -> &'static str {
                match self { $(Code::$variant => include_str!(concat!("pages/", $name, ".md")),)* }
            }
        }
    };
}

codes! {
    Syntax              "syntax"                Error   "the text is not what the grammar expects there"
    NotText             "not-text"              Error   "the file is not UTF-8 text"
    TooLarge            "too-large"             Error   "the file is larger than a variant file may be"
    TooDeep             "too-deep"              Error   "brackets, or conditions of pits, are nested too deeply"
    UnknownWord         "unknown-word"          Error   "a word stands there that the language does not have"
    WrongWord           "wrong-word"            Error   "a word or sign of the language stands where another is meant"
    MissingWord         "missing-word"          Error   "something is missing between two words"
    RepeatedWord        "repeated-word"         Error   "a word stands twice in a row"
    WordOrder           "word-order"            Error   "two words stand in the wrong order"
    RuleOrder           "rule-order"            Error   "a rule begins with its condition"
    WrongPlace          "wrong-place"           Error   "a statement or rule stands in braces where it cannot"
    NameForm            "name-form"             Error   "a name has letters or signs that names cannot have"
    BoardSize           "board-size"            Error   "the size of the board cannot be read"
    Comparison          "comparison"            Error   "numbers are compared with `>` or `<`"
    SetInBrackets       "set-in-brackets"       Error   "a set with `where` or `run` stands in a condition without brackets"
    UnclosedBlock       "unclosed-block"        Error   "a `{` is never closed"
    MissingBrace        "missing-brace"         Error   "a block has no `{`"
    ExtraBrace          "extra-brace"           Error   "a brace belongs to no block"
    UnclosedBracket     "unclosed-bracket"      Error   "a `(` is never closed, or a `)` closes nothing"
    UnclosedText        "unclosed-text"         Error   "a text in quotes is never closed"
    SmartQuotes         "smart-quotes"          Error   "typographic quotes stand where plain ones belong"
    OddCharacter        "odd-character"         Error   "a character stands there that only looks like a blank"
    CommentSign         "comment-sign"          Error   "a comment begins with the sign of another language"
    Semicolon           "semicolon"             Error   "a statement ends with `;`"
    UnknownName         "unknown-name"          Error   "a name is used that nothing declares"
    DuplicateName       "duplicate-name"        Error   "two things have the same name"
    ReservedName        "reserved-name"         Error   "a name is a word of the language"
    WrongKind           "wrong-kind"            Error   "a pit, a number or a condition stands where another kind is needed"
    MixedAndOr          "mixed-and-or"          Error   "`and` and `or` are mixed without brackets"
    UnclearList         "unclear-list"          Error   "a list of pits could be read in two ways"
    UnknownValue        "unknown-value"         Error   "a word is not a value of what it is compared with"
    OutOfRange          "out-of-range"          Error   "a number lies outside what is allowed"
    NoSuchPit           "no-such-pit"           Error   "a pit, column or row does not exist on the board"
    NoStores            "no-stores"             Error   "a store is used on a board without stores"
    StoresOffTrack      "stores-off-track"      Error   "stores are sown into that lie beside the board"
    NoBank              "no-bank"               Error   "captured seeds have nowhere to go"
    SeedCount           "seed-count"            Error   "the seeds do not fit the board"
    PitNames            "pit-names"             Error   "the pits' names do not fit the board"
    NotKnownHere        "not-known-here"        Error   "a word has no meaning at that moment"
    NotAllowedHere      "not-allowed-here"      Error   "an action cannot stand in that moment"
    AfterTheEnd         "after-the-end"         Error   "an action stands after one that ends the chain"
    UnreachableRule     "unreachable-rule"      Error   "a rule stands after one without a condition"
    MissingSection      "missing-section"       Error   "a section that every variant needs is missing"
    RepeatedSection     "repeated-section"      Error   "a section that may stand once stands twice"
    NoLap               "no-lap"                Error   "captured seeds in the hand are never sown"
    UnknownBase         "unknown-base"          Error   "the variant that is extended cannot be found"
    CircularBase        "circular-base"         Error   "variants extend each other in a circle"
    PhaseOrder          "phase-order"           Error   "phases cannot follow each other as written"
    BeyondTheLanguage   "beyond-the-language"   Error   "the language cannot say this"
    BadExample          "bad-example"           Error   "an example cannot be read"
    ExampleDiffers      "example-differs"       Error   "an example ends differently from what it says"
    AlwaysTrue          "always-true"           Warning "a condition always holds"
    NeverTrue           "never-true"            Warning "a condition can never hold"
    HiddenRule          "hidden-rule"           Warning "a rule is never reached, since earlier ones always fit first"
    DeadCapture         "dead-capture"          Warning "a capture never finds a seed"
    NoOpposite          "no-opposite"           Warning "a capture looks for a pit opposite a store"
    LastSeedLeftOut     "last-seed-left-out"    Warning "a capture on the way is missing for the last seed"
    EndlessRelay        "endless-relay"         Warning "every lap ends in another one"
    UnreachableEnd      "unreachable-end"       Warning "an end can never come"
    ConflictingEnds     "conflicting-ends"      Warning "two ends hold together and name different winners"
    SharedWin           "shared-win"            Warning "both players can reach what wins"
    FixedThreshold      "fixed-threshold"       Warning "a fixed number is more than half only with some options"
    OneSidedEnd         "one-sided-end"         Warning "an end looks at one side only"
    NoStuck             "no-stuck"              Warning "nothing says what happens to a player who cannot move"
    UnusedDirection     "unused-direction"      Warning "nobody can ever sow in a direction"
    FixedOnlyIf         "fixed-only-if"         Warning "an `only if` does not depend on the lap"
    AsymmetricStart     "asymmetric-start"      Warning "the two sides begin with different seeds"
    OddTotal            "odd-total"             Warning "an odd number of seeds is halved"
    UnusedOption        "unused-option"         Warning "no rule reads an option"
    UnusedDefinition    "unused-definition"     Warning "a definition, mark or counter is never used"
    ConstantNumber      "constant-number"       Warning "a number is always the same"
    UnplayedRule        "unplayed-rule"         Warning "no game used a rule"
    UnfinishedGames     "unfinished-games"      Warning "games do not end"
    EndlessMoves        "endless-moves"         Warning "moves go round for ever"
    OneSidedGame        "one-sided-game"        Warning "one side nearly always wins"
    OwnerlessSeeds      "ownerless-seeds"       Warning "games end with seeds that nobody owns"
    UnusedAllow         "unused-allow"          Warning "a comment allows a warning that is not there"
}

impl Code {
    /// The code with this name.
    pub fn find(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
