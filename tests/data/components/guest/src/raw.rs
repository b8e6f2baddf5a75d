//! WASI's own file functions, with paths that std would not let through as they are.

use crate::Outcome;
use std::collections::HashMap;
use wasip2::filesystem::preopens::get_directories;
use wasip2::filesystem::types::{Descriptor, DescriptorFlags, ErrorCode, OpenFlags, PathFlags};

/// Descriptors that are kept from one command to the next.
#[derive(Default)]
pub struct Held(HashMap<String, Descriptor>);

const FOLLOW: PathFlags = PathFlags::SYMLINK_FOLLOW;

impl Held {
    /// Performs a command: its name, then its words. A path's folder is the name of a held descriptor, or of a preopen.
    pub fn perform(&mut self, words: &[&str]) -> Outcome {
        match *words {
            ["hold", at, path, name] => {
                let flags = DescriptorFlags::READ | DescriptorFlags::MUTATE_DIRECTORY;
                let folder = self.with(at, |base| base.open_at(FOLLOW, path, OpenFlags::DIRECTORY, flags))?;
                self.0.insert(name.into(), folder);
                Ok("held".into())
            }
            ["read", at, path] => {
                let file = self.with(at, |base| base.open_at(FOLLOW, path, OpenFlags::empty(), DescriptorFlags::READ))?;
                let (bytes, _) = file.read(4096, 0).map_err(text)?;
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
            ["write", at, path, ref rest @ ..] => {
                let flags = DescriptorFlags::READ | DescriptorFlags::WRITE;
                let file = self.with(at, |base| base.open_at(FOLLOW, path, OpenFlags::CREATE, flags))?;
                file.write(rest.join(" ").as_bytes(), 0).map_err(text)?;
                Ok("written".into())
            }
            ["create-at", at, path] => {
                let flags = OpenFlags::CREATE | OpenFlags::EXCLUSIVE;
                self.with(at, |base| base.open_at(PathFlags::empty(), path, flags, DescriptorFlags::WRITE))?;
                Ok("created".into())
            }
            ["stat", at, path] => {
                let stat = self.with(at, |base| base.stat_at(FOLLOW, path))?;
                Ok(format!("{:?} {}", stat.type_, stat.size))
            }
            ["list", at] => {
                let mut names = Vec::new();
                let entries = self.with(at, |base| base.read_directory())?;
                while let Some(entry) = entries.read_directory_entry().map_err(text)? {
                    names.push(entry.name);
                }
                names.sort();
                Ok(names.join(","))
            }
            ["symlink", at, target, path] => {
                self.with(at, |base| base.symlink_at(target, path))?;
                Ok("linked".into())
            }
            ["link", from, path, to, new] => {
                let target = self.get(to)?;
                self.with(from, |base| base.link_at(PathFlags::empty(), path, &target.0, new))?;
                Ok("linked".into())
            }
            ["link-followed", from, path, to, new] => {
                let target = self.get(to)?;
                self.with(from, |base| base.link_at(FOLLOW, path, &target.0, new))?;
                Ok("linked".into())
            }
            ["rename", from, path, to, new] => {
                let target = self.get(to)?;
                self.with(from, |base| base.rename_at(path, &target.0, new))?;
                Ok("renamed".into())
            }
            ["mkdir", at, path] => {
                self.with(at, |base| base.create_directory_at(path))?;
                Ok("made".into())
            }
            ["rmdir", at, path] => {
                self.with(at, |base| base.remove_directory_at(path))?;
                Ok("removed".into())
            }
            ["unlink", at, path] => {
                self.with(at, |base| base.unlink_file_at(path))?;
                Ok("removed".into())
            }
            ["readlink", at, path] => Ok(self.with(at, |base| base.readlink_at(path))?),
            ["preopens"] => {
                let names: Vec<String> = get_directories().into_iter().map(|(_, name)| name).collect();
                Ok(names.join(","))
            }
            _ => Err(format!("no raw command: {}", words.join(" ")).into()),
        }
    }

    fn with<T>(&self, name: &str, act: impl FnOnce(&Descriptor) -> Result<T, ErrorCode>) -> Result<T, String> {
        act(&self.get(name)?.0).map_err(text)
    }

    fn get(&self, name: &str) -> Result<Borrowed<'_>, String> {
        if let Some(found) = self.0.get(name) {
            return Ok(Borrowed(Reference::Held(found)));
        }
        let found = get_directories().into_iter().find(|(_, each)| each == name);
        found.map(|(folder, _)| Borrowed(Reference::Owned(folder))).ok_or_else(|| format!("no folder {name}"))
    }
}

enum Reference<'a> {
    Held(&'a Descriptor),
    Owned(Descriptor),
}

struct Borrowed<'a>(Reference<'a>);

impl std::ops::Deref for Reference<'_> {
    type Target = Descriptor;

    fn deref(&self) -> &Descriptor {
        match self {
            Reference::Held(found) => found,
            Reference::Owned(found) => found,
        }
    }
}

fn text(code: ErrorCode) -> String {
    code.name().into()
}
