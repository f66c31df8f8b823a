import { replaceFile } from '../../files/replaceFile.ts';
import { selectedRecords } from '../selectedRecords.ts';
import type { TrafficSource } from '../trafficSource.ts';
import { type ExportItem, exchangesOf } from './exchanges.ts';
import { harText } from './har.ts';
import { htmlReport } from './htmlReport.ts';
import { markdownReport } from './markdownReport.ts';
import { otlpText } from './otlpFile.ts';
import { trafficReport } from './trafficReport.ts';

type WriteItems = (items: AsyncIterable<ExportItem>, version: string) => AsyncGenerator<string>;

/** What traffic is written as for other programs, and how such a file's name ends. */
const formats = {
  har: { extension: 'har', write: harText },
  otlp: { extension: 'jsonl', write: otlpText },
  html: { extension: 'html', write: (items, version) => trafficReport(items, version, htmlReport) },
  markdown: { extension: 'md', write: (items, version) => trafficReport(items, version, markdownReport) },
} as const satisfies Readonly<Record<string, { readonly extension: string; readonly write: WriteItems }>>;

export type ExportFormat = keyof typeof formats;
export const exportFormats = Object.keys(formats) as readonly ExportFormat[];

interface ExportChoice {
  readonly format: ExportFormat;
  /** In any order; without it, everything there is. */
  readonly seqs?: readonly number[];
  /** Of our product. */
  readonly version: string;
  readonly signal?: AbortSignal;
}

const flushChars = 256 * 1024;

/** The text of the file in pieces, made while it is written. */
export async function* exportText(source: TrafficSource, choice: ExportChoice): AsyncGenerator<string> {
  const items = exchangesOf(selectedRecords(source, choice));
  let text = '';
  for await (const part of formats[choice.format].write(items, choice.version)) {
    text += part;
    if (text.length < flushChars) continue;
    yield text;
    text = '';
  }
  yield text;
}

export async function exportTraffic(source: TrafficSource, path: string, choice: ExportChoice): Promise<void> {
  await replaceFile(path, exportText(source, choice), { mode: 0o600 });
}

/** By the end of its name; nothing where it is another one. */
export function formatOfFile(path: string): ExportFormat | undefined {
  return exportFormats.find((name) => path.toLowerCase().endsWith(`.${formats[name].extension}`));
}
