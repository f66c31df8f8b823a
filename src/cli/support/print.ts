import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { clip } from '../../base/json.ts';
import { revealHidden, revealSentence, revealedJson } from '../../base/text/hiddenCharacters.ts';

/*
 * The only place that writes texts (a test checks that): most hold names and words of servers, files and arguments,
 * which must not reach a terminal as commands, nor look like lines of ours.
 */

/** Each stays on one line, whatever it holds. */
export function printLines(stream: Writable, ...lines: readonly string[]): void {
  hideProgress();
  if (lines.length > 0) stream.write(lines.map((line) => `${revealSentence(line)}\n`).join(''));
}

/** A document: its line breaks and tabs stay. */
export function printText(stream: Writable, text: string): void {
  hideProgress();
  stream.write(`${revealHidden(text)}\n`);
}

export function printJson(stream: Writable, value: unknown, indent?: number): void {
  hideProgress();
  stream.write(`${revealedJson(value, indent)}\n`);
}

/** What was printed elsewhere, to the stdout of this process and past its stream. False where nothing of it was written. */
export function writeAtOnce(printed: string): boolean {
  const bytes = Buffer.from(printed);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch {
    if (written === 0) return false;
    process.stdout.write(bytes.subarray(written)); // a pipe that takes no more for now
  }
  return true;
}

const eraseLine = '\r\u001B[K';
let showing: Writable | undefined;

/** One line on a terminal that the next one replaces and any other output removes; nothing where there is no terminal. */
export function showProgress(
  stream: Writable & { readonly isTTY?: boolean; readonly columns?: number },
  text: string,
): void {
  if (stream.isTTY !== true) return;
  stream.write(`${eraseLine}${clip(revealSentence(text), (stream.columns || 80) - 1)}`);
  showing = stream;
}

export function hideProgress(): void {
  showing?.write(eraseLine);
  showing = undefined;
}

/** They are for the author of a program: what concerns its user is in our own sentences. */
export function muteSdkWarnings(): void {
  const warn = console.warn;
  console.warn = (...texts: unknown[]) => {
    if (!String(texts[0]).startsWith('[mcp-sdk]')) warn(...texts);
  };
}
