//! Makes cut files for a die cutter, plotter, laser or embroidery machine; those of a set for each of its sizes.

use serde_json::{Value, json};

use super::input::{Input, open_bytes};
use super::play_link::play_link;
use super::session::Session;
use super::{JobEnd, Made, Plan, nothing, tiling};
use crate::design::{CutRequest, DesignError, Product, Subject};
use crate::output::{Archive, FileSet};
use piecework_cut::{
    CardFacts, CutFileOptions, CutJob, CutNote, InsertCard, PreparedCut, each_file, prepare,
};
use piecework_draw::render::File;
use piecework_tiling::error::Error;

/// Runs the job for a test card, which has no puzzle: what is not on the card is of a piece of one cell.
pub(super) fn test_card(
    session: &Session<'_>,
    request: &CutRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    match open_bytes("test-card.txt", b"A", None, &session.limits)?.input {
        Input::Subject(subject) => cut_one(session, &subject, request, product, files),
        Input::Pieces(_) | Input::Design(_) => Err(DesignError::NoSubject.into()),
    }
}

/// Runs the job for one design, or for several that share sheets.
pub(super) fn cut(
    session: &Session<'_>,
    subjects: &[Subject],
    request: &CutRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    match subjects {
        [] => Err(DesignError::NoSubject.into()),
        [subject] => cut_one(session, subject, request, product, files),
        several => match apart(several, request)? {
            Some(why) => cut_each(session, several, (request, product), &why, files),
            None => cut_several(session, several, request, product, files),
        },
    }
}

/// Returns the option because of which designs share no sheets.
fn apart(subjects: &[Subject], request: &CutRequest) -> Result<Option<String>, Error> {
    let size = request.each_size()?.swap_remove(0).request;
    Ok(prepare(&size, &subjects[0].puzzle)?.about_one())
}

/// Runs the job for several designs one by one: each has files of its own, which carry the design of all.
fn cut_each(
    session: &Session<'_>,
    subjects: &[Subject],
    (request, product): (&CutRequest, &Product),
    why: &str,
    files: &mut FileSet,
) -> Result<Made, Error> {
    session.note(format!(
        "the {} designs share no sheets, because of `{why}`: each has files of its own",
        subjects.len()
    ));
    let (mut tilings, mut plans, mut summaries) = (Vec::new(), Vec::new(), Vec::new());
    for (at, subject) in subjects.iter().enumerate() {
        let before = subjects[..at].iter().filter(|other| other.stem == subject.stem).count();
        let stem =
            if before == 0 { subject.stem.clone() } else { format!("{}-{}", subject.stem, before + 1) };
        let subject = Subject { stem, ..subject.clone() };
        session.note(format!("{}:", subject.puzzle.name()));
        let made = cut_one(session, &subject, request, product, files)?;
        if made.end != JobEnd::Done {
            return Ok(made);
        }
        let mut summary = made.summary;
        summary["files"] = subject.stem.into();
        summaries.push(summary);
        tilings.extend(made.tilings);
        plans.push(made.plan);
    }
    let summary = json!({ "puzzles": summaries });
    Ok(Made { tilings, plan: plans.swap_remove(0), ..Made::new("cut", summary) })
}

/// Runs the job for several designs. Their files are named after the first, and carry the design of all.
fn cut_several(
    session: &Session<'_>,
    subjects: &[Subject],
    request: &CutRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let prepared =
        subjects.iter().map(|subject| Ok(prepare(request, &subject.puzzle)?.until(session.stop())));
    // They differ in what is refused, and not in what is planned.
    let prepared: Vec<PreparedCut> = prepared.collect::<Result<_, Error>>()?;
    let prepared = &prepared[0];
    prepared.notes().iter().for_each(|note| session.note(note.clone()));
    let mut tilings = Vec::new();
    for subject in subjects {
        match self::tiling(session, subject, product)? {
            Ok(tiling) => tilings.push(tiling),
            Err(end) => return Ok(nothing("cut", subject, end)),
        }
    }
    let job = prepared.job_of_several(&tilings)?;
    let stem = format!("{}-and-{}-more", subjects[0].stem, subjects.len() - 1);
    let recipe = session.design.recipe(product);
    let mut cards = Vec::new();
    for subject in subjects {
        let play = play_address(session, subject, request)?;
        cards.push(CardFacts { play, ..facts(session, subject, &job, &mut None)? });
    }
    let options = CutFileOptions { stem: &stem, metadata: Some(&recipe), cards };
    write(session, &job, &options, files)?;
    say(session, &job);
    let (summary, plan) = (job.summary(), Plan::Cut(Box::new(job.plan)));
    Ok(Made { tilings, plan, ..Made::new("cut", summary) })
}

/// Says what a person should know about a cut.
fn say(session: &Session<'_>, job: &CutJob<'_>) {
    for CutNote { is_warning, words, .. } in job.notes() {
        if is_warning { session.warn(words) } else { session.note(words) }
    }
}

/// Runs the job for one design. The tiling of a set is searched once; its files are named after their size, and carry the design
/// of the whole set. Its plan is that of the first size.
fn cut_one(
    session: &Session<'_>,
    subject: &Subject,
    request: &CutRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let recipe = session.design.recipe(product);
    let sizes = request.each_size()?;
    let prepared =
        sizes.iter().map(|size| Ok(prepare(&size.request, &subject.puzzle)?.until(session.stop())));
    let prepared: Vec<PreparedCut> = prepared.collect::<Result<_, Error>>()?;
    prepared.iter().flat_map(PreparedCut::notes).for_each(|note| session.note(note.clone()));
    let play = play_address(session, subject, request)?;
    let (mut known, mut first, mut summaries) = (None, None, Vec::new());
    let mut tiling = None;
    for (size, prepared) in sizes.iter().zip(&prepared) {
        let named = size.name.iter().inspect(|name| session.note(format!("size {name}:")));
        let stem = named.fold(subject.stem.clone(), |stem, name| format!("{stem}-{name}"));
        let tiling = match &tiling {
            Some(tiling) => tiling,
            None => match self::tiling(session, subject, product)? {
                Ok(found) => tiling.insert(found),
                Err(end) => return Ok(nothing("cut", subject, end)),
            },
        };
        let job = prepared.job(tiling)?;
        let card = CardFacts { play: play.clone(), ..facts(session, subject, &job, &mut known)? };
        let options = CutFileOptions { stem: &stem, metadata: Some(&recipe), cards: vec![card] };
        write(session, &job, &options, files)?;
        say(session, &job);
        let mut summary = job.summary();
        if size.name.is_some() {
            summary["files"] = stem.into();
            summary["cell_mm"] = size.request.cell.mm().into();
        }
        summaries.push(summary);
        first.get_or_insert(job.plan);
    }
    let summary = match summaries.as_mut_slice() {
        [only] if request.sizes.is_empty() => only.take(),
        _ => json!({ "puzzle": subject.puzzle.name(), "sizes": Value::from(summaries) }),
    };
    let plan = Plan::Cut(Box::new(first.ok_or(DesignError::NothingToMake)?));
    Ok(Made { tilings: tiling.into_iter().collect(), plan, ..Made::new("cut", summary) })
}

/// Returns the address at which a puzzle is played, if one is asked for and short enough for a code.
fn play_address(
    session: &Session<'_>,
    subject: &Subject,
    request: &CutRequest,
) -> Result<Option<String>, Error> {
    if request.insert_card && request.play_at.is_none() {
        session.note("the insert card has no code: with --play-at and the address of a page of the studio it opens the puzzle there");
    }
    let play = request.play_at.as_ref().map(|page| play_link(subject, page.as_str())).transpose()?;
    Ok(play.filter(|link| {
        let is_short = InsertCard::code(link).is_some();
        let long = if is_short { "" } else { "; it is too long for a code that phones read" };
        session.note(format!("to play it: {link}{long}"));
        is_short
    }))
}

/// What is known of the puzzle for its card; it is searched once.
fn facts(
    session: &Session<'_>,
    subject: &Subject,
    job: &CutJob<'_>,
    known: &mut Option<CardFacts>,
) -> Result<CardFacts, Error> {
    if job.has_card_facts() && known.is_none() {
        session.doing("counting the solutions for the card");
        let stop = session.stop();
        *known = Some(session.search(|options| CardFacts::search(&subject.puzzle, options, &stop))?);
    }
    Ok(known.clone().unwrap_or_default())
}

/// Adds the files of a job, and those for a shop in one package too.
fn write(
    session: &Session<'_>,
    job: &CutJob<'_>,
    options: &CutFileOptions<'_>,
    files: &mut FileSet,
) -> Result<(), Error> {
    let (mut own, mut shop) = (files.beside(), job.is_for_shop().then(Archive::default));
    each_file(job, options, |File { name, bytes }| -> Result<(), Error> {
        if let Some(shop) = &mut shop {
            shop.add(&name, &bytes);
        }
        Ok(own.add(name, bytes)?)
    })?;
    session.stop().check()?;
    if let Some(shop) = shop {
        files.add(format!("{}-shop.zip", options.stem), shop.finish())?;
    }
    Ok(files.add_all(own)?)
}
