//! Sets short pages below each other, so that a document has no pages with a few lines.

use super::sizes::{AIR, HEAD, HEADING};
use super::{Page, line};
use crate::drawing::Role;
use crate::geometry::Point;

/// Sets every page below the one before it, if both are only read and there is room for all of it.
#[must_use]
pub fn joined(pages: Vec<Page>) -> Vec<Page> {
    let mut joined: Vec<Page> = Vec::new();
    for page in pages {
        match joined.last_mut().filter(|last| last.has_room_for(&page)) {
            Some(last) => last.take_in(page),
            None => joined.push(page),
        }
    }
    joined
}

impl Page {
    /// Whether all of `next` with its heading fits below what is here. A page with a legend at its lower edge is full.
    fn has_room_for(&self, next: &Page) -> bool {
        let only_read = |page: &Page| !page.format.foot.is_measured() && page.map.is_none();
        only_read(self)
            && only_read(next)
            && !next.title.part.is_empty()
            && next.title.line.is_empty()
            && self.end() + HEAD + next.content() <= self.free.bottom + 1e-6
    }

    /// Where a page that is set below this one begins.
    fn end(&self) -> f64 {
        self.lowest() + 2.0 * AIR
    }

    /// The height of what is on the page.
    fn content(&self) -> f64 {
        self.lowest() - self.start
    }

    fn take_in(&mut self, next: Page) {
        let (end, content) = (self.end(), next.content());
        let mut heading = next.title.part;
        self.title.bookmark.push_str(&format!(", {heading}"));
        if let Some(first) = heading.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let at = Point { x: self.free.left, y: end + HEADING };
        self.canvas.text(Role::Label, line(&heading, at, HEADING, self.free.width()).bold());
        let down = end + HEAD - next.start;
        for (role, item) in next.canvas.into_items() {
            self.canvas.item(role, item.moved(0.0, down));
        }
        self.free.top = end + HEAD + content;
    }
}
