//! The changes that are possible in a file, and the file with a switch for each that is wanted.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ReturnType, Type, parse_quote};

use crate::Failure;

/// One change of a line.
pub struct Change {
    file: PathBuf,
    line: usize,
    what: String,
}

impl Change {
    /// Returns the path of the tests beside the changed line: those of its first two folders.
    pub fn tests(&self) -> String {
        let mut names: Vec<String> = self
            .file
            .components()
            .skip(1)
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        names.truncate(2);
        names.join("::").trim_end_matches(".rs").replace("::mod", "") + "::"
    }

    /// Returns the room.
    pub fn room(&self) -> String {
        let name = self.file.components().nth(1).map(|part| part.as_os_str().to_string_lossy().into_owned());
        name.unwrap_or_default().trim_end_matches(".rs").to_owned() + "::"
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// A file, and the number of its first change among those of all files.
pub struct Room {
    pub file: PathBuf,
    tree: syn::File,
    first: usize,
}

impl Room {
    /// Returns the possible changes, in the order of their numbers.
    pub fn changes(&self) -> Vec<Change> {
        let none = BTreeSet::new();
        self.walk(&none).1
    }

    /// Returns the text with a switch for each of the changes with these numbers.
    pub fn switched(&self, wanted: &BTreeSet<usize>) -> String {
        prettyplease::unparse(&self.walk(wanted).0)
    }

    /// Returns whether any of these numbers is a change of this file.
    pub fn has_any(&self, wanted: &BTreeSet<usize>) -> bool {
        wanted.range(self.first..self.first + self.changes().len()).next().is_some()
    }

    fn walk(&self, wanted: &BTreeSet<usize>) -> (syn::File, Vec<Change>) {
        let mut tree = self.tree.clone();
        let mut walk = Walk { file: &self.file, first: self.first, wanted, changes: Vec::new() };
        walk.visit_file_mut(&mut tree);
        (tree, walk.changes)
    }
}

/// Reads the files of folders.
pub fn rooms(folders: &[PathBuf]) -> Result<Vec<Room>, Failure> {
    let mut files = Vec::new();
    folders.iter().try_for_each(|folder| find(folder, &mut files))?;
    files.sort();
    let mut rooms: Vec<Room> = Vec::new();
    let mut first = 0;
    for file in files {
        let tree = syn::parse_file(&std::fs::read_to_string(&file)?)?;
        let room = Room { file, tree, first };
        first += room.changes().len();
        rooms.push(room);
    }
    Ok(rooms)
}

/// Finds the files that have no tests alone.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let is_tests = path.file_stem().is_some_and(|name| name == "tests");
    if path.is_dir() && !is_tests {
        for entry in std::fs::read_dir(path)? {
            find(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|end| end == "rs") && !is_tests {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Draws `wanted` of `count` numbers, in an order by chance: a run that is stopped has tried a fair sample.
pub fn draw(count: usize, wanted: usize, seed: u64) -> Vec<usize> {
    // SplitMix64: https://prng.di.unimi.it/splitmix64.c
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut drawn = Vec::new();
    while drawn.len() < wanted.min(count) {
        let number = (next() % count as u64) as usize;
        if !drawn.contains(&number) {
            drawn.push(number);
        }
    }
    drawn
}

/// Numbers the changes of a file, and makes those that are wanted.
struct Walk<'a> {
    file: &'a Path,
    first: usize,
    wanted: &'a BTreeSet<usize>,
    changes: Vec<Change>,
}

impl Walk<'_> {
    /// Notes a change; returns its number if it is wanted.
    fn note(&mut self, line: usize, what: String) -> Option<u32> {
        let number = self.first + self.changes.len();
        self.changes.push(Change { file: self.file.to_owned(), line, what });
        self.wanted.contains(&number).then_some(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Notes that a function returns at once, with each of the values of its type.
    fn note_body(&mut self, signature: &syn::Signature, block: &mut syn::Block) {
        if signature.constness.is_some() || block.stmts.is_empty() {
            return;
        }
        let line = signature.ident.span().start().line;
        for value in values(&signature.output) {
            let what = format!(
                "{} returns {}",
                signature.ident,
                if value.is_empty() { "at once".into() } else { value.to_string() }
            );
            if let Some(number) = self.note(line, what) {
                block.stmts.insert(0, parse_quote!(if crate::mutants::on(#number) { return #value; }));
            }
        }
    }
}

/// Returns the values to try for a type.
fn values(output: &ReturnType) -> Vec<proc_macro2::TokenStream> {
    let ReturnType::Type(_, of) = output else { return vec![quote!()] };
    let Type::Path(path) = of.as_ref() else { return Vec::new() };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match last.ident.to_string().as_str() {
        "bool" => vec![quote!(true), quote!(false)],
        "f64" => vec![quote!(0.0), quote!(1.0)],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => {
            vec![quote!(0), quote!(1)]
        }
        "String" => vec![quote!(String::new())],
        "Vec" => vec![quote!(Vec::new())],
        "Option" => vec![quote!(None)],
        _ => Vec::new(),
    }
}

/// Returns the operators to try in place of another.
fn instead(operator: &BinOp) -> Option<BinOp> {
    Some(match operator {
        BinOp::Eq(_) => parse_quote!(!=),
        BinOp::Ne(_) => parse_quote!(==),
        BinOp::Lt(_) => parse_quote!(<=),
        BinOp::Le(_) => parse_quote!(<),
        BinOp::Gt(_) => parse_quote!(>=),
        BinOp::Ge(_) => parse_quote!(>),
        BinOp::And(_) => parse_quote!(||),
        BinOp::Or(_) => parse_quote!(&&),
        BinOp::Add(_) => parse_quote!(-),
        BinOp::Sub(_) => parse_quote!(+),
        BinOp::Mul(_) => parse_quote!(/),
        BinOp::Div(_) => parse_quote!(*),
        BinOp::Rem(_) => parse_quote!(/),
        BinOp::BitAnd(_) => parse_quote!(|),
        BinOp::BitOr(_) => parse_quote!(&),
        BinOp::BitXor(_) => parse_quote!(|),
        BinOp::Shl(_) => parse_quote!(>>),
        BinOp::Shr(_) => parse_quote!(<<),
        BinOp::AddAssign(_) => parse_quote!(-=),
        BinOp::SubAssign(_) => parse_quote!(+=),
        BinOp::MulAssign(_) => parse_quote!(/=),
        _ => return None,
    })
}

/// Whether an operand binds names, so that its operator can only be `&&`.
fn binds(operand: &Expr) -> bool {
    match operand {
        Expr::Let(_) => true,
        Expr::Binary(pair) => matches!(pair.op, BinOp::And(_)) && (binds(&pair.left) || binds(&pair.right)),
        _ => false,
    }
}

/// Whether attributes say that something is compiled for tests alone.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let asks = |meta: &syn::Meta| matches!(meta, syn::Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string().contains("test"));
    attributes.iter().any(|attribute| attribute.path().is_ident("test") || asks(&attribute.meta))
}

impl VisitMut for Walk<'_> {
    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        match item {
            // Constants are computed by the compiler, which knows no switches.
            syn::Item::Const(_) | syn::Item::Static(_) => {}
            syn::Item::Mod(module) if is_for_tests(&module.attrs) => {}
            _ => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_type_mut(&mut self, _: &mut Type) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if function.sig.constness.is_none() && !is_for_tests(&function.attrs) {
            visit_mut::visit_item_fn_mut(self, function);
            self.note_body(&function.sig, &mut function.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        if function.sig.constness.is_none() {
            visit_mut::visit_impl_item_fn_mut(self, function);
            self.note_body(&function.sig, &mut function.block);
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let plain = expression.clone();
        visit_mut::visit_expr_mut(self, expression);
        match plain {
            Expr::Binary(mut pair) if !binds(&pair.left) && !binds(&pair.right) => {
                let Some(other) = instead(&pair.op) else { return };
                let (was, line) = (pair.op, operator_line(&pair.op));
                let what = format!("{} in place of {}", quote!(#other), quote!(#was));
                let Some(number) = self.note(line, what) else { return };
                pair.op = other;
                // The changed branch has plain operands, or nested switches would double the text at each level.
                let (changed, kept) = (Expr::Binary(pair), expression.clone());
                *expression = parse_quote!((if crate::mutants::on(#number) { #changed } else { #kept }));
            }
            Expr::Unary(one) if matches!(one.op, syn::UnOp::Not(_) | syn::UnOp::Neg(_)) => {
                if matches!(one.op, syn::UnOp::Neg(_)) && matches!(*one.expr, Expr::Lit(_)) {
                    return;
                }
                let line = match one.op {
                    syn::UnOp::Not(sign) => sign.span.start().line,
                    syn::UnOp::Neg(sign) => sign.span.start().line,
                    _ => 0,
                };
                let sign = one.op;
                let Some(number) = self.note(line, format!("without {}", quote!(#sign))) else { return };
                let (changed, kept) = (one.expr, expression.clone());
                *expression = parse_quote!((if crate::mutants::on(#number) { #changed } else { #kept }));
            }
            _ => {}
        }
    }
}

fn operator_line(operator: &BinOp) -> usize {
    use syn::spanned::Spanned;
    operator.span().start().line
}
