/**
 * The book's pages and what stands in them.
 * @module
 */

import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the book. */
export const book: string = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** A fenced block of a page. */
export interface Block {
  /** Where it begins, such as `testing.md:12`. */
  place: string;
  /** What follows the opening fence. */
  language: string;
  /** Its text. */
  text: string;
}

/** Every page below the folder, relative to it. */
export function pages(folder: string = book): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return pages(path);
    return name.endsWith(".md") && name !== "SUMMARY.md" ? [relative(book, path)] : [];
  }).sort();
}

/** The text of a page. */
export function textOf(page: string): string {
  return Deno.readTextFileSync(join(book, page));
}

/** The pages that the summary lists. */
export function listedPages(): string[] {
  return linksOf("SUMMARY.md").map(({ target }) => target);
}

/** The links of a page that lead to files of the project: as written, the file's absolute path, and the heading if one is named. */
export function linksOf(page: string): { target: string; path: string; heading: string | undefined }[] {
  return [...textOf(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(([, target = "", heading]) => {
    return { target, path: target === "" ? join(book, page) : join(book, dirname(page), target), heading };
  });
}

/** The fenced blocks of every page in one of the languages. Those inside a list are set in, and so are their lines. */
export function blocksIn(...languages: string[]): Block[] {
  return pages().flatMap((page) => {
    const text = textOf(page);
    return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^\1```$/gm)].map(
      ({ 1: indent = "", 2: language = "", 3: body = "", index }) => {
        const line = text.slice(0, index).split("\n").length;
        return { place: `${page}:${line}`, language, text: body.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
      },
    );
  }).filter(({ language }) => languages.includes(language));
}
