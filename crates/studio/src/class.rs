//! A class: one wall, in memory, for what pupils solved and designed, without accounts. It is gone at the end.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::work::Work;
use crate::error::StudioError;

/// How long a class lasts at most. Longer than any day of school.
const LONGEST: Duration = Duration::from_secs(12 * 3600);
/// How many pupils come in. A large class on two devices each.
const MOST_PUPILS: usize = 80;
/// How many works a pupil has on the wall, and all together.
const MOST_OWN: usize = 12;
const MOST_WORKS: usize = 240;
/// The size of a work, and of all of them, in bytes: a quilt of 1 000 patches takes about 150 kB.
const WORK_BYTES: usize = 384 << 10;
const WALL_BYTES: usize = 24 << 20;
/// How long a pupil waits between two works.
const PAUSE: Duration = Duration::from_secs(3);

/// Letters and digits that nobody takes for another, without vowels, so that no code is a word.
const SIGNS: &[u8] = b"23456789bcdfghjkmnpqrtvwx";
/// Signs of a code, which people type, and of a key or token, which nobody guesses.
const CODE: usize = 6;
const SECRET: usize = 28;

/// Names are given, so that no pupil writes any: nobody is known by it, and nobody can be rude in it.
const COLORS: [&str; 12] = [
    "Amber", "Blue", "Copper", "Golden", "Green", "Indigo", "Ivory", "Plum", "Red", "Silver", "Teal",
    "Violet",
];
const ANIMALS: [&str; 17] = [
    "badger", "bee", "crane", "deer", "finch", "fox", "goose", "hare", "heron", "lark", "newt", "otter",
    "owl", "robin", "seal", "swan", "wren",
];

/// The class of a server. One is open at a time.
#[derive(Debug)]
pub(super) struct Class {
    /// What the teacher is known by.
    key: String,
    secrets: Secrets,
    room: Mutex<Room>,
}

/// What goes on in a class.
#[derive(Debug)]
struct Room {
    /// Empty when the class is over.
    code: String,
    began: Instant,
    /// Grows with every change of the wall.
    version: u64,
    /// Which name the first pupil has.
    first_name: usize,
    pupils: Vec<Pupil>,
    works: Vec<Arc<OnWall>>,
}

/// Somebody who came in.
#[derive(Debug)]
struct Pupil {
    token: String,
    put_up: Option<Instant>,
}

/// A work on the wall.
#[derive(Debug)]
pub(super) struct OnWall {
    id: String,
    /// The number of the pupil, or nothing if it is the teacher's.
    by: Option<usize>,
    pub(super) work: Work,
}

impl Class {
    /// A class that begins now.
    pub(super) fn begin() -> Self {
        let secrets = Secrets::default();
        let room = Mutex::new(Room::new(&secrets));
        Self { key: secrets.signs(SECRET), secrets, room }
    }

    /// The room; what is in one that took too long is gone.
    fn room(&self) -> MutexGuard<'_, Room> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        if room.began.elapsed() > LONGEST {
            room.end();
        }
        room
    }

    /// The room of a code, however it was typed.
    fn open(&self, code: &str) -> Result<MutexGuard<'_, Room>, StudioError> {
        let typed: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let room = self.room();
        let is_it = !room.code.is_empty() && room.code.eq_ignore_ascii_case(&typed);
        if is_it { Ok(room) } else { Err(StudioError::NoSuchClass) }
    }

    fn check(&self, key: &str) -> Result<(), StudioError> {
        if key == self.key { Ok(()) } else { Err(StudioError::NotTheTeacher) }
    }

    /// The code and the teacher's key.
    pub(super) fn for_teacher(&self) -> (String, &str) {
        (self.room().code.clone(), &self.key)
    }

    /// The code of the class, or nothing if it is over.
    pub(super) fn code(&self, key: &str) -> Result<Value, StudioError> {
        self.check(key)?;
        Ok(json!({ "code": self.room().code }))
    }

    /// Begins a new class; what was on the wall is gone.
    pub(super) fn again(&self, key: &str) -> Result<Value, StudioError> {
        self.check(key)?;
        *self.room() = Room::new(&self.secrets);
        self.code(key)
    }

    /// Ends the class; what was on the wall is gone.
    pub(super) fn end(&self, key: &str) -> Result<Value, StudioError> {
        self.check(key)?;
        self.room().end();
        self.code(key)
    }

    /// Lets a pupil in: a name, and a token that stands for it.
    pub(super) fn join(&self, code: &str) -> Result<Value, StudioError> {
        let mut room = self.open(code)?;
        if room.pupils.len() >= MOST_PUPILS {
            return Err(StudioError::ClassFull { most: MOST_PUPILS });
        }
        let token = self.secrets.signs(SECRET);
        room.pupils.push(Pupil { token: token.clone(), put_up: None });
        room.version += 1;
        Ok(json!({ "code": room.code, "name": room.name(room.pupils.len() - 1), "token": token }))
    }

    /// What is on the wall; only its version if that is `known`.
    pub(super) fn wall(&self, code: &str, known: Option<u64>) -> Result<Value, StudioError> {
        let room = self.open(code)?;
        if known == Some(room.version) {
            return Ok(json!({ "version": room.version }));
        }
        let works = room.works.iter().map(|on_wall| {
            let by = on_wall.by.map_or_else(|| TEACHER.to_owned(), |pupil| room.name(pupil));
            json!({ "id": on_wall.id, "by": by, "kind": on_wall.work.kind, "words": on_wall.work.words })
        });
        let works = works.collect::<Vec<Value>>();
        Ok(json!({ "version": room.version, "pupils": room.pupils.len(), "works": works }))
    }

    /// Whether somebody may put something up now, before it is read and drawn; if so, the next may wait.
    pub(super) fn allow(&self, code: &str, token: &str) -> Result<(), StudioError> {
        let mut room = self.open(code)?;
        let by = self.who(&room, token)?;
        room.check_place(by, 0)?;
        let Some(pupil) = by.and_then(|by| room.pupils.get_mut(by)) else { return Ok(()) };
        if pupil.put_up.is_some_and(|last| last.elapsed() < PAUSE) {
            return Err(StudioError::TooSoon);
        }
        pupil.put_up = Some(Instant::now());
        Ok(())
    }

    /// Puts a work up; the same of the same pupil is there once.
    pub(super) fn put_up(&self, code: &str, token: &str, work: Work) -> Result<Value, StudioError> {
        let mut room = self.open(code)?;
        let by = self.who(&room, token)?;
        if let Some(same) = room.works.iter().find(|on_wall| on_wall.by == by && on_wall.work == work) {
            return Ok(json!({ "id": same.id }));
        }
        room.check_place(by, work.bytes())?;
        let id = self.secrets.signs(CODE);
        room.works.push(Arc::new(OnWall { id: id.clone(), by, work }));
        room.version += 1;
        Ok(json!({ "id": id }))
    }

    /// A work on the wall.
    pub(super) fn work(&self, code: &str, id: &str) -> Result<Arc<OnWall>, StudioError> {
        let room = self.open(code)?;
        let found = room.works.iter().find(|on_wall| on_wall.id == id);
        found.cloned().ok_or(StudioError::NoSuchFile)
    }

    /// Takes a work down: the teacher any, pupils their own.
    pub(super) fn take_down(&self, code: &str, id: &str, token: &str) -> Result<Value, StudioError> {
        let mut room = self.open(code)?;
        let by = self.who(&room, token)?;
        let place = room.works.iter().position(|on_wall| on_wall.id == id).ok_or(StudioError::NoSuchFile)?;
        if by.is_some() && room.works[place].by != by {
            return Err(StudioError::NotTheTeacher);
        }
        room.works.remove(place);
        room.version += 1;
        Ok(json!({ "version": room.version }))
    }

    /// The number of the pupil with a token, or nothing for the teacher's key.
    fn who(&self, room: &Room, token: &str) -> Result<Option<usize>, StudioError> {
        if token == self.key {
            return Ok(None);
        }
        let pupil = room.pupils.iter().position(|pupil| pupil.token == token);
        pupil.map(Some).ok_or(StudioError::NotTheTeacher)
    }
}

/// The name of the teacher on the wall.
const TEACHER: &str = "Teacher";

impl Room {
    fn new(secrets: &Secrets) -> Self {
        Self {
            code: secrets.signs(CODE),
            began: Instant::now(),
            version: secrets.number() >> 16,
            first_name: usize::try_from(secrets.number() >> 32).unwrap_or_default(),
            pupils: Vec::new(),
            works: Vec::new(),
        }
    }

    fn end(&mut self) {
        self.code.clear();
        self.pupils.clear();
        self.works.clear();
    }

    /// The name of a pupil. The steps through colors and animals have no common divisor, so no name comes twice.
    fn name(&self, pupil: usize) -> String {
        let number = self.first_name % (COLORS.len() * ANIMALS.len()) + pupil;
        format!("{} {}", COLORS[number % COLORS.len()], ANIMALS[number % ANIMALS.len()])
    }

    /// Whether there is room for a work of this size.
    fn check_place(&self, by: Option<usize>, bytes: usize) -> Result<(), StudioError> {
        if bytes > WORK_BYTES {
            return Err(StudioError::TooLarge { allowed: WORK_BYTES });
        }
        let own = self.works.iter().filter(|on_wall| on_wall.by == by).count();
        if by.is_some() && own >= MOST_OWN {
            return Err(StudioError::WallFull { most: MOST_OWN });
        }
        let held: usize = self.works.iter().map(|on_wall| on_wall.work.bytes()).sum();
        if self.works.len() >= MOST_WORKS || held + bytes > WALL_BYTES {
            return Err(StudioError::WallFull { most: MOST_WORKS });
        }
        Ok(())
    }
}

/// Numbers that nobody guesses: a keyed hash (SipHash) of 1, 2, 3 …, whose key the system draws at random.
#[derive(Debug, Default)]
struct Secrets {
    hash: RandomState,
    drawn: AtomicU64,
}

impl Secrets {
    fn number(&self) -> u64 {
        self.hash.hash_one(self.drawn.fetch_add(1, Ordering::Relaxed))
    }

    /// So many signs. One of 25 of the upper half of a number is even to a millionth.
    fn signs(&self, count: usize) -> String {
        let sign = || SIGNS[(self.number() >> 32) as usize % SIGNS.len()];
        (0..count).map(|_| char::from(sign())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(words: &str, bytes: usize) -> Work {
        Work { kind: "solved", words: words.into(), design: "{}".into(), picture: "x".repeat(bytes) }
    }

    fn joined(class: &Class, code: &str) -> String {
        class.join(code).expect("there is room")["token"].as_str().expect("a token").to_owned()
    }

    #[test]
    fn codes_are_typed_as_people_type_and_names_are_all_different() {
        let class = Class::begin();
        let (code, key) = class.for_teacher();
        assert!(code.len() == CODE && key.len() == SECRET && code != Class::begin().for_teacher().0);
        let typed = format!(" {}-{} ", &code[..3].to_uppercase(), &code[3..]);
        assert!(class.join(&typed).is_ok());
        assert_eq!(class.join("").unwrap_err(), StudioError::NoSuchClass);
        let name = || class.join(&code).map(|pupil| pupil["name"].as_str().unwrap_or_default().to_owned());
        let names: std::collections::BTreeSet<String> =
            (1..MOST_PUPILS).map(|_| name().expect("room")).collect();
        assert_eq!(names.len(), MOST_PUPILS - 1);
        assert_eq!(name().unwrap_err(), StudioError::ClassFull { most: MOST_PUPILS });
    }

    #[test]
    fn a_wall_has_limits_of_number_and_size() {
        let class = Class::begin();
        let (code, key) = class.for_teacher();
        let pupil = joined(&class, &code);
        for number in 0..MOST_OWN {
            class.put_up(&code, &pupil, work(&number.to_string(), 10)).expect("room");
        }
        let version = class.wall(&code, None).expect("a wall")["version"].as_u64();
        assert!(class.put_up(&code, &pupil, work("0", 10)).is_ok(), "the same is there once");
        assert_eq!(class.wall(&code, version).expect("a wall"), json!({ "version": version }));
        let full = StudioError::WallFull { most: MOST_OWN };
        assert_eq!(class.put_up(&code, &pupil, work("more", 10)).unwrap_err(), full);
        assert_eq!(class.allow(&code, &pupil).unwrap_err(), full);
        let large = class.put_up(&code, key, work("", WORK_BYTES)).unwrap_err();
        assert_eq!(large, StudioError::TooLarge { allowed: WORK_BYTES });
        let large = |number: usize| class.put_up(&code, key, work(&number.to_string(), WORK_BYTES - 100));
        let taken = (0..MOST_WORKS).take_while(|&number| large(number).is_ok()).count();
        assert!((50..MOST_WORKS - MOST_OWN).contains(&taken), "{taken} of the largest size");
    }

    #[test]
    fn pupils_take_their_own_down_and_the_teacher_ends_it_all() {
        let class = Class::begin();
        let (code, key) = class.for_teacher();
        let (one, other) = (joined(&class, &code), joined(&class, &code));
        class.allow(&code, &one).expect("the first");
        assert_eq!(class.allow(&code, &one).unwrap_err(), StudioError::TooSoon);
        let id =
            class.put_up(&code, &one, work("a", 1)).expect("room")["id"].as_str().expect("an id").to_owned();
        assert_eq!(class.put_up(&code, "stranger", work("b", 1)).unwrap_err(), StudioError::NotTheTeacher);
        assert_eq!(class.take_down(&code, &id, &other).unwrap_err(), StudioError::NotTheTeacher);
        assert_eq!(class.end(&one).unwrap_err(), StudioError::NotTheTeacher);
        class.take_down(&code, &id, key).expect("the teacher may");
        assert_eq!(class.work(&code, &id).unwrap_err(), StudioError::NoSuchFile);
        class.put_up(&code, &one, work("a", 1)).expect("room");
        assert_eq!(class.end(key).expect("the teacher may")["code"], "");
        assert_eq!(class.wall(&code, None).unwrap_err(), StudioError::NoSuchClass);
        assert_eq!(class.wall("", None).unwrap_err(), StudioError::NoSuchClass);
        let next = class.again(key).expect("another")["code"].as_str().expect("a code").to_owned();
        assert_ne!(next, code);
        assert_eq!(class.wall(&next, None).expect("a wall")["works"], json!([]));
        assert_eq!(
            class.allow(&next, &one).unwrap_err(),
            StudioError::NotTheTeacher,
            "tokens end with a class"
        );
    }
}
