use super::*;
use piecework_app::design::{Memory, Product, Subject};

fn design(seed: u64) -> Design {
    let mut design =
        Design::new(Subject::template("t-tetromino-4x4").expect("a template"), Product::Cut(Box::default()));
    design.search.seed = Some(seed);
    design
}

#[test]
fn equal_designs_share_a_job_and_a_full_queue_turns_others_away() {
    let queue = JobQueue::new(Allowance { small_queue: 2, ..Allowance::public(1) });
    let first = queue.post(design(1)).expect("room");
    assert_eq!(queue.post(design(1)).expect("the same").id, first.id);
    queue.post(design(2)).expect("room");
    assert_eq!(queue.post(design(3)).map(|job| job.id.clone()), Err(StudioError::Busy { waiting: 2 }));
    assert_eq!(queue.post(design(1)).expect("the same").id, first.id);
    // One that was stopped while it waited makes room, and is made anew if it is asked for again.
    queue.stop(&first);
    assert!(first.is_over() && queue.now().waiting == 1);
    assert!(!queue.post(design(1)).expect("room again").is_over());
}

#[test]
fn whoever_waits_hears_how_many_jobs_are_before() {
    let queue = JobQueue::new(Allowance::public(1));
    let jobs: Vec<Arc<Job>> = (1..=3).map(|seed| queue.post(design(seed)).expect("room")).collect();
    let before = |job: &Job| {
        let progress = job.reports(0).1.expect("a place");
        serde_json::from_str::<serde_json::Value>(&progress).expect("JSON")["before"].as_u64()
    };
    assert_eq!([0, 1, 2].map(|number: usize| before(&jobs[number])), [Some(0), Some(1), Some(2)]);
    let (first, _) = queue.next(true).expect("a job");
    assert_eq!((first.id.clone(), before(&jobs[2])), (jobs[0].id.clone(), Some(1)));
    queue.stop(&jobs[1]);
    assert_eq!(before(&jobs[2]), Some(0));
}

#[test]
fn jobs_are_made_and_the_longest_unused_is_thrown_away() {
    let queue = JobQueue::new(Allowance { kept_bytes: 1, ..Allowance::own(1) });
    let jobs: Vec<Arc<Job>> = [1, 2].map(|seed| queue.post(design(seed)).expect("room")).into();
    std::thread::scope(|scope| {
        scope.spawn(|| queue.work(false));
        while !jobs.iter().all(|job| job.is_over()) || queue.now().running > 0 {
            std::thread::yield_now();
        }
        queue.close();
    });
    assert_eq!(queue.job(&jobs[0].id).map(|_| ()), Err(StudioError::NoSuchJob));
    let results = jobs[1].results().expect("the job was made");
    assert!(results.file("t-tetromino-4x4-cut-1.svg").is_some(), "{:?}", results.summary);
    assert_eq!(jobs[1].stage(), Stage::Over { lasting: true });
}

/// More tilings than any search visits in a second; it looks small, because it asks for the first that is
/// odd.
fn slow() -> Design {
    let mut design = design(1);
    let mut solve = piecework_app::design::SolveRequest::default();
    solve.choice.r#where = Some("fault_lines > 100".into());
    (design.subjects, design.products) =
        (vec![Subject::template("pentomino-6x10").expect("a template")], vec![Product::Solve(solve)]);
    design
}

#[test]
fn a_small_job_that_takes_long_waits_among_the_others_and_reports_nothing_twice() {
    let time = Duration::from_millis(1);
    let queue = JobQueue::new(Allowance { small_time: time, small_workers: 1, ..Allowance::public(1) });
    let job = queue.post(slow()).expect("room");
    assert!(job.small.is_some());
    let (next, most) = queue.next(true).expect("it is small");
    assert_eq!(most, Some(time));
    next.begin(most);
    job.report("note", &json!({ "text": "first" }));
    std::thread::sleep(2 * time);
    queue.tidy();
    assert!(!queue.make(&next), "it is not over");
    let mut shared = queue.shared();
    queue.line_up_again(&mut shared, &next);
    assert_eq!((shared.queue.len(), shared.small.len()), (0, 1), "it is tried once more");
    queue.line_up_again(&mut shared, &next);
    assert_eq!(shared.queue.len(), 1);
    drop(shared);
    assert!(!job.stop.load(Ordering::Relaxed) && job.reports(0).0.len() == 1);
    // The second run says the same again, and then something new.
    job.begin(None);
    job.report("note", &json!({ "text": "first" }));
    job.report("note", &json!({ "text": "second" }));
    assert_eq!(job.reports(0).0.len(), 2);
    queue.stop(&job);
    assert!(job.is_over());
}

#[test]
fn a_small_job_is_tried_again_behind_the_small_ones_and_then_waits_among_the_others() {
    let times = (Duration::from_millis(1), Duration::from_millis(2));
    let allowance = Allowance { small_time: times.0, again_time: times.1, ..Allowance::public(1) };
    let queue = JobQueue::new(Allowance { queue: 1, ..allowance });
    let roll = queue.post(slow()).expect("room");
    let too_long = |most| {
        let (job, given) = queue.next(true).expect("a small job");
        assert_eq!(given, Some(most));
        job.begin(given);
        job.interrupt();
        assert!(job.is_interrupted());
        queue.line_up_again(&mut queue.shared(), &job);
        job.id.clone()
    };
    assert_eq!(too_long(times.0), roll.id);
    // Larger, but tried for the first time.
    let mut large = design(5);
    large.subjects = vec![Subject::template("thirteen-pieces-8x8").expect("a template")];
    let large = queue.post(large).expect("room");
    assert_eq!(queue.next(true).map(|(job, _)| job.id.clone()), Some(large.id.clone()));
    assert_eq!(too_long(times.1), roll.id);
    let shared = queue.shared();
    assert_eq!((shared.queue.len(), shared.small.len()), (1, 0));
}

#[test]
fn second_tries_leave_one_maker_of_small_jobs_to_new_ones() {
    let queue = JobQueue::new(Allowance::public(2));
    let slow = |seed| {
        let mut slow = slow();
        slow.search.seed = Some(seed);
        let job = queue.post(slow).expect("room");
        let (taken, most) = queue.next(true).expect("a small job");
        assert_eq!((&taken.id, most), (&job.id, Some(queue.allowance.small_time)));
        taken
    };
    for job in [1, 2].map(slow) {
        queue.line_up_again(&mut queue.shared(), &job);
    }
    let first = queue.next(true).expect("a second try");
    assert_eq!(first.1, Some(queue.allowance.again_time));
    assert!(queue.take(&mut queue.shared(), true).is_none(), "one is left free");
    let new = queue.post(design(7)).expect("room");
    assert_eq!(queue.next(true).map(|(job, _)| job.id.clone()), Some(new.id.clone()));
    assert!(queue.next(false).is_some(), "those who make large jobs have time");
}

#[test]
fn what_takes_too_much_memory_is_refused_with_the_command_that_makes_it() {
    let quilt = |template| {
        Design::new(Subject::template(template).expect("a template"), Product::Quilt(Box::default()))
    };
    let refused = JobQueue::new(Allowance::public(1)).post(quilt("quilt-60x80")).map(|_| ());
    let Err(StudioError::MakingTooLarge { needed, allowed, command }) = refused else {
        panic!("{refused:?}")
    };
    assert!(needed > allowed && command == "piecework quilt quilt-60x80", "{command}");
    assert!(JobQueue::new(Allowance::own(1)).post(quilt("quilt-60x80")).is_ok());
    assert!(JobQueue::new(Allowance::public(1)).post(quilt("y-hexomino-23x24")).is_ok());
}

#[test]
fn small_jobs_have_their_own_line_in_order_of_their_boards() {
    let queue = JobQueue::new(Allowance { queue: 1, ..Allowance::public(1) });
    let heavy = |seed| {
        let mut heavy = slow();
        heavy.search.seed = Some(seed);
        if let [Product::Solve(solve)] = &mut heavy.products[..] {
            (solve.count, solve.choice.r#where) = (true, None);
        }
        heavy
    };
    queue.post(heavy(1)).expect("room");
    assert!(queue.post(heavy(2)).is_err(), "the line of the others is full");
    let middle = queue.post(slow()).expect("room for small ones");
    let small = queue.post(design(5)).expect("room for small ones");
    let taken: Vec<String> = [true, true].map(|only| queue.next(only).expect("a job").0.id.clone()).into();
    assert_eq!(taken, [small.id.clone(), middle.id.clone()]);
    assert!(queue.next(false).is_some_and(|(job, most)| job.small.is_none() && most.is_none()));
    // Where the line is full, a smaller one takes the place of the largest.
    let queue = JobQueue::new(Allowance { small_queue: 1, ..Allowance::public(1) });
    let middle = queue.post(slow()).expect("room");
    queue.post(design(5)).expect("a smaller one");
    assert!(middle.is_over() && middle.results().is_none());
    assert!(queue.post(design(6)).is_err(), "one of the same size waits already");
}

#[test]
fn strangers_get_fewer_threads_and_less_memory_and_the_same_recipe() {
    let queue = JobQueue::new(Allowance::public(2));
    let allowed = queue.allowance.capped(design(1));
    assert_eq!((allowed.search.threads, allowed.search.memory), (Some(1), Some(Memory(128 << 20))));
    assert_eq!(allowed.recipe(&allowed.products[0]), design(1).recipe(&design(1).products[0]));
    assert!(allowed.check().is_ok());
    let race = Design { products: vec![Product::Compare(Default::default())], ..design(1) };
    assert_eq!(queue.allowance.capped(race).search.threads, None, "a race does not obey it");
}
