//! Writes the license that is packed with files for a shop.

/// What buyers may do with the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum License {
    /// Make the puzzle for themselves and as a gift.
    #[default]
    Personal,
    /// Also sell what they make.
    Commercial,
}

impl License {
    /// Returns the text, for the files of the puzzle with this title; the seller fills in the name.
    pub fn text(self, title: &str) -> String {
        let (kind, may, may_not) = match self {
            Self::Personal => (
                "personal use",
                "- make the puzzle as often as you like, for yourself, your family, your class or as a gift,\n\
                 - have somebody else make it for you,\n\
                 - change the files for your own use.",
                "- sell what you make from the files,\n",
            ),
            Self::Commercial => (
                "commercial use",
                "- make the puzzle as often as you like and sell what you make, in a shop, at a stall or online,\n\
                 - have somebody else make it for you,\n\
                 - change the files, and put your own name or logo on what you make,\n\
                 - show your own photos and the pictures of this package where you sell.",
                "",
            ),
        };
        format!(
            "License for {kind}\n\n\
             Puzzle: {title}\n\
             Seller: ______________________________\n\n\
             You may\n\n{may}\n\n\
             You may not\n\n{may_not}\
             - sell, lend or share the files, changed or not, alone or with others,\n\
             - claim the design as your own.\n\n\
             The files come as they are. Cut a test piece first: materials and machines differ.\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_license_for_commercial_use_allows_selling() {
        let [personal, commercial] =
            [License::Personal, License::Commercial].map(|license| license.text("Six by ten"));
        assert!(
            personal.starts_with("License for personal use\n") && personal.contains("- sell what you make")
        );
        assert!(
            commercial.contains("and sell what you make") && !commercial.contains("- sell what you make")
        );
        for text in [&personal, &commercial] {
            assert!(
                text.contains("Puzzle: Six by ten\n") && text.contains("- sell, lend or share the files")
            );
            assert!(text.lines().all(|line| line.len() <= 110));
        }
    }
}
