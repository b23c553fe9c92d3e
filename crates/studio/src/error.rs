//! Why the studio cannot start, or refuses a request.
//!
//! A room of its own, because `error` lists every code, and the studio stands above `error`.

use piecework_tiling::fault::fault;

fault! {
    /// Why the studio cannot start, or does not do what a request asks.
    #[derive(Clone, PartialEq, Eq)]
    pub enum StudioError {
        BadAddress { found: String } = E2301 {
            message("`{found}` is not an address to listen on", found = piecework_tiling::text::shown(found))
            found("{found}", found = piecework_tiling::text::shown(found)) allowed("an address and a port such as 127.0.0.1:8080")
        }
        CannotListen { address: String, cause: String } = E2302 {
            kind(Output)
            message("cannot listen on {address}: {cause}")
            help("choose another port with `--listen`; port 0 takes a free one")
        }
        CannotRun { cause: String } = E2303 {
            kind(Output)
            message("the server cannot run: {cause}")
        }
        TooLarge { allowed: usize } = E2304 {
            kind(Limit)
            message("the request has more than {allowed} bytes")
            allowed("{allowed} bytes")
        }
        TooSlow = E2305 {
            kind(Limit)
            message("the request did not arrive in time")
        }
        ForeignHost { found: String } = E2306 {
            message("this server does not answer to the name `{found}`", found = piecework_tiling::text::shown(found))
            found("{found}", found = piecework_tiling::text::shown(found))
            help("start it with `--host NAME` for every name that it is reached by")
        }
        ForeignOrigin = E2307 {
            message("requests from other sites are refused")
        }
        Busy { waiting: usize } = E2308 {
            kind(Limit)
            message("the server is busy: {waiting} jobs are waiting already")
            help("try again in a few seconds")
        }
        NoSuchJob = E2309 {
            message("there is no such job; its result may have been thrown away")
            help("make the design again")
        }
        NotReady = E2310 {
            message("the job is not finished")
        }
        NoSuchFile = E2311 {
            message("there is no such file")
        }
        ResultTooLarge { allowed: usize } = E2312 {
            kind(Limit)
            message("the files have more than {allowed} bytes together")
            allowed("{allowed} bytes")
            help("ask for fewer solutions or pages, or run piecework on your own computer")
        }
        BoardTooLarge { most: u32 } = E2313 {
            message("a board that is drawn by hand has 1 to {most} columns and rows")
            allowed("1 to {most}")
        }
        NotText = E2314 {
            message("the request is not UTF-8 text")
        }
        Crashed = E2315 {
            kind(Internal)
            message("piecework broke a promise of its own; please report it with this design")
        }
        WrongMethod = E2316 {
            message("this address does not take that kind of request")
        }
        MakingTooLarge { needed: u64, allowed: u64, command: String } = E2317 {
            kind(Limit)
            message("this takes about {needed} MiB of memory to make; a job gets {allowed} MiB here")
            allowed("{allowed} MiB")
            help("save the design and make it on your own computer: `{command}`")
        }
        QrTooLong { found: usize, most: usize } = E2318 {
            message("the link has {found} characters, and a QR code that a phone reads at most {most}")
            found("{found}") allowed("up to {most} characters")
            help("send the link itself or the design file")
        }
        Packing = E2321 {
            message("the page that needs no server is being packed")
            help("try again in a few seconds")
        }
        NoSuchClass = E2322 {
            message("there is no class with this code; it may be over")
            help("ask the teacher for the code")
        }
        NotTheTeacher = E2323 {
            message("this is for the teacher, or for the pupil who made it")
        }
        NotSolved = E2324 {
            message("the pieces do not solve the puzzle")
            help("finish the board, then put it up")
        }
        NoTiling = E2325 {
            message("the design has no tiling to put up")
            help("roll one first")
        }
        WallFull { most: usize } = E2326 {
            kind(Limit)
            message("there is no more room on the wall: it takes {most}")
            allowed("{most}")
            help("take something down first, or ask the teacher to")
        }
        ClassFull { most: usize } = E2327 {
            kind(Limit)
            message("the class has {most} pupils already")
            allowed("{most}")
            help("the teacher can begin a new class")
        }
        TooSoon = E2328 {
            kind(Limit)
            message("something else was put up a moment ago")
            help("try again in a few seconds")
        }
        NoModule { folder: String, name: String } = E2319 {
            kind(Output)
            message("there is no module for a page without a server: {folder} has no {name}")
            help("releases have it in `web` beside the program or in `share/piecework/web`, and `packaging/build-web` of the sources builds it; give its folder with `--module DIR`")
        }
        OtherModule { folder: String } = E2320 {
            kind(Output)
            message("the module in {folder} is not of this version of piecework")
            help("build it from the same sources: `packaging/build-web`")
        }
    }
}
