import { revealHidden } from '../../../base/text/hiddenCharacters.ts';
import { plainText } from '../../../base/text/plainText.ts';

export interface ReportHead {
  readonly title: string;
  /** What it is about, in one paragraph. */
  readonly about: string;
  readonly columns: readonly string[];
}

export interface ReportRow {
  readonly cells: readonly string[];
  readonly hasFailed: boolean;
  readonly details: readonly ReportDetail[];
}

interface ReportDetail {
  readonly title: string;
  readonly text: string;
}

/** Makes a document row by row, so that it is never whole in memory. */
export interface ReportWriter {
  start(): string;
  row(row: ReportRow): string;
  /** `note` says what was left out. */
  end(note?: string): string;
}

/** Texts of servers: no escape sequences, and nothing that a screen does not show. */
export function shownText(text: string): string {
  return revealHidden(plainText(text));
}
