//! The languages of calendars: names of months and weekdays, and the first day of the week.

use piecework_tiling::setting::{Choice, Word, setting_of_word};

/// A language with the names of a calendar.
///
/// # Source
/// The locales of the GNU C library, which follow the Unicode CLDR, by the crate `pure-rust-locales`.
///
/// # Examples
/// ```
/// use piecework_app::design::Language;
/// use piecework_tiling::setting::word;
/// let german: Language = word("de")?;
/// assert_eq!(german.months()[2], "Mär");
/// assert_eq!((german.first_weekday(), german.weekdays()[6].as_str()), (0, "So"));
/// # Ok::<(), piecework_tiling::setting::OptionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    months: &'static [&'static str],
    /// Where names in dates differ from names that stand alone.
    months_alone: Option<&'static [&'static str]>,
    /// From Sunday.
    weekdays: &'static [&'static str],
    long_weekdays: &'static [&'static str],
    /// From 1 for Sunday, which is where none is given.
    first_weekday: Option<i64>,
}

/// Makes the table: a code, the name of the language, and the locale.
macro_rules! languages {
    ($($code:literal $name:literal $locale:ident;)+) => {
        impl Word for Language {
            const CHOICES: &'static [Choice] = &[$(Choice { name: $code, about: $name }),+];
            const VALUES: &'static [Self] = &[$({
                use pure_rust_locales::$locale::LC_TIME;
                Self {
                    months: LC_TIME::ABMON,
                    months_alone: LC_TIME::AB_ALT_MON,
                    weekdays: LC_TIME::ABDAY,
                    long_weekdays: LC_TIME::DAY,
                    first_weekday: LC_TIME::FIRST_WEEKDAY,
                }
            }),+];
        }
    };
}

languages! {
    "ar" "Arabic" ar_EG;
    "bg" "Bulgarian" bg_BG;
    "ca" "Catalan" ca_ES;
    "cs" "Czech" cs_CZ;
    "da" "Danish" da_DK;
    "de" "German" de_DE;
    "el" "Greek" el_GR;
    "en" "English" en_US;
    "en-gb" "English, weeks from Monday" en_GB;
    "eo" "Esperanto" eo;
    "es" "Spanish" es_ES;
    "et" "Estonian" et_EE;
    "eu" "Basque" eu_ES;
    "fa" "Persian" fa_IR;
    "fi" "Finnish" fi_FI;
    "fr" "French" fr_FR;
    "ga" "Irish" ga_IE;
    "gl" "Galician" gl_ES;
    "he" "Hebrew" he_IL;
    "hi" "Hindi" hi_IN;
    "hr" "Croatian" hr_HR;
    "hu" "Hungarian" hu_HU;
    "id" "Indonesian" id_ID;
    "is" "Icelandic" is_IS;
    "it" "Italian" it_IT;
    "ja" "Japanese" ja_JP;
    "ko" "Korean" ko_KR;
    "lt" "Lithuanian" lt_LT;
    "lv" "Latvian" lv_LV;
    "nb" "Norwegian" nb_NO;
    "nl" "Dutch" nl_NL;
    "pl" "Polish" pl_PL;
    "pt" "Portuguese" pt_BR;
    "ro" "Romanian" ro_RO;
    "ru" "Russian" ru_RU;
    "sk" "Slovak" sk_SK;
    "sl" "Slovenian" sl_SI;
    "sr" "Serbian" sr_RS;
    "sv" "Swedish" sv_SE;
    "th" "Thai" th_TH;
    "tr" "Turkish" tr_TR;
    "uk" "Ukrainian" uk_UA;
    "vi" "Vietnamese" vi_VN;
    "zh" "Chinese" zh_CN;
}

setting_of_word!(Language);

impl Language {
    /// Returns its name in English.
    pub fn name(self) -> &'static str {
        let own = Self::VALUES.iter().position(|language| *language == self);
        let about = own.map_or("English", |own| Self::CHOICES[own].about);
        about.split(',').next().unwrap_or(about)
    }

    /// Returns short names of the months.
    pub fn months(self) -> Vec<String> {
        self.months_alone.unwrap_or(self.months).iter().map(|name| word(name)).collect()
    }

    /// Returns short names of the weekdays from Monday. Where one is that of a month, it has more letters.
    pub fn weekdays(self) -> Vec<String> {
        let mut words: Vec<String> = self.months();
        for from_monday in 0..self.weekdays.len() {
            let at = (from_monday + 1) % self.weekdays.len();
            let (short, long) = (word(self.weekdays[at]), word(self.long_weekdays[at]));
            let longer = (short.chars().count() + 1..=long.chars().count())
                .map(|letters| long.chars().take(letters).collect::<String>());
            let is_new = |word: &String| words.iter().all(|own| own.to_lowercase() != word.to_lowercase());
            let new = std::iter::once(short).chain(longer).find(is_new).unwrap_or(long);
            words.push(new);
        }
        words.split_off(self.months.len())
    }

    /// Returns the first day of the week, from 0 for Monday.
    pub fn first_weekday(self) -> usize {
        (usize::try_from(self.first_weekday.unwrap_or(1)).unwrap_or(1) + 5) % 7
    }
}

/// A name as one word: without spaces, full stops at the end, and marks that are not seen.
fn word(name: &str) -> String {
    let is_seen = |mark: &char| !mark.is_whitespace() && !matches!(mark, '\u{200b}'..='\u{200f}');
    name.trim_end().trim_end_matches('.').chars().filter(is_seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_language_has_twelve_months_and_seven_weekdays_that_differ() {
        assert!(Language::VALUES.len() >= 40);
        for (choice, language) in Language::CHOICES.iter().zip(Language::VALUES) {
            let words = [language.months(), language.weekdays()].concat();
            assert_eq!(words.len(), 19, "{}", choice.name);
            let differ: BTreeSet<String> = words.iter().map(|word| word.to_lowercase()).collect();
            assert_eq!(differ.len(), 19, "{}: {words:?}", choice.name);
            let is_word = |word: &String| {
                !word.is_empty()
                    && word.chars().count() <= 9
                    && !word.contains([' ', ','])
                    && word.parse::<u32>().is_err()
            };
            assert!(words.iter().all(is_word), "{}: {words:?}", choice.name);
        }
    }

    #[test]
    fn names_are_those_of_calendars() {
        let of = |code: &str| piecework_tiling::setting::word::<Language>(code).expect("a language");
        assert_eq!(of("fr").months()[..3], ["janv", "févr", "mars"]);
        assert_eq!(of("ru").months()[4], "май", "not as in a date, мая");
        assert_eq!(of("es").weekdays()[..3], ["lun", "mart", "mié"], "March is mar");
        assert_eq!([of("en"), of("de"), of("ar")].map(Language::first_weekday), [6, 0, 5]);
    }
}
