import { frameGone } from '../../base/faults/callFaults.ts';
import { invalidInput } from '../../base/commonFaults.ts';
import { basename } from 'node:path';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { isRecord, parseJson } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { outlineRecording } from '../../core/traffic/recording/recordingOutline.ts';
import { RecordingReader } from '../../core/traffic/recording/recordingReader.ts';
import type { Redaction } from '../../core/traffic/redaction.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';
import type { Selection } from '../../contract/inspector.ts';
import type { TrafficRow } from '../../contract/traffic/traffic.ts';
import { saveFile } from '../shell/saveFile.ts';
import type { SaveChecks } from './checksFromRecording.ts';
import { FrameDocuments } from './frameDocuments.ts';
import { pickRecording } from './pickRecording.ts';

interface DeskParts {
  readonly selection: Signal<Selection>;
  readonly redaction: Redaction;
  readonly product: string;
  readonly saveChecks: SaveChecks;
}

interface NamedSource {
  readonly name: string;
  readonly source: TrafficSource;
}

interface WantedQuery {
  readonly query: string;
}

/** What the traffic pages need from VS Code: diffs, files, the Inspector's form. */
export class TrafficActions implements Disposable {
  readonly #parts: DeskParts;
  readonly #lifetime = new Lifetime();
  readonly #documents = this.#lifetime.add(new FrameDocuments());
  readonly #wanted = signal<WantedQuery | undefined>(undefined);

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** The requested query, until a panel has taken it. */
  get wanted(): ReadonlySignal<WantedQuery | undefined> {
    return this.#wanted;
  }

  /** For a panel that was not open at the time of the request. */
  takeWanted(): Partial<WantedQuery> {
    const wanted = this.#wanted.peek();
    this.#wanted.value = undefined;
    return wanted ?? {};
  }

  async show(query: string): Promise<void> {
    this.#wanted.value = { query };
    await vscode.commands.executeCommand('mcpSwitchboard.traffic.focus');
  }

  async openAll(): Promise<void> {
    await vscode.commands.executeCommand('mcpSwitchboard.openAllTraffic');
  }

  async compare(source: TrafficSource, left: number, right: number): Promise<void> {
    const [one, other] = await Promise.all([readFrame(source, left), readFrame(source, right)]);
    const title = `${titleOf(one.row)} ↔ ${titleOf(other.row)}`;
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#documents.add(titleOf(one.row), one.text),
      this.#documents.add(titleOf(other.row), other.text),
      title,
      { preview: true },
    );
  }

  /** The recorded arguments go into the inspector's form; nothing is sent before the user runs it. */
  async resend(source: TrafficSource, seq: number): Promise<void> {
    const { row, text } = await readFrame(source, seq);
    const parsed = parseJson(text);
    const params = parsed.ok && isRecord(parsed.value) ? parsed.value['params'] : undefined;
    if (!isRecord(params) || typeof params['name'] !== 'string') {
      throw invalidInput('notToolCall');
    }
    const args = isRecord(params['arguments']) ? params['arguments'] : {};
    this.#parts.selection.value = { server: row.server, tool: params['name'], args };
    await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
  }

  /** As text, because what differs between two runs is a matter of lines. */
  async compareRecordings(left: NamedSource, right: NamedSource): Promise<void> {
    const [one, other] = await Promise.all([outlineRecording(left.source), outlineRecording(right.source)]);
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#documents.add(left.name, one),
      this.#documents.add(right.name, other),
      `${left.name} ↔ ${right.name}`,
      { preview: true },
    );
  }

  /** The recordings at these places; those that are missing the user chooses. */
  async compareFiles(paths: readonly string[]): Promise<void> {
    const chosen = [...paths];
    while (chosen.length < 2) {
      const path = await pickRecording();
      if (path === undefined) return;
      chosen.push(path);
    }
    const readers = await openAll(chosen.slice(0, 2), this.#parts.redaction);
    try {
      await Promise.all(readers.map(({ indexed }) => indexed));
      const [left, right] = readers.map((source) => ({ name: basename(source.path), source }));
      if (left && right) await this.compareRecordings(left, right);
    } finally {
      for (const reader of readers) reader.dispose();
    }
  }

  async exportFrames(
    source: TrafficSource,
    seqs: readonly number[] | undefined,
  ): Promise<{ readonly written: number } | undefined> {
    const { exportFrames } = await import('./exportFrames.ts');
    return exportFrames(source, seqs, this.#parts.product);
  }

  async saveAsChecks(source: TrafficSource, seqs: readonly number[]): Promise<void> {
    const { checksFromRows } = await import('./checksFromRecording.ts');
    await checksFromRows(source, seqs, this.#parts.saveChecks);
  }

  async saveText(name: string, text: string): Promise<void> {
    await saveFile(name, new TextEncoder().encode(text));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

async function openAll(paths: readonly string[], redaction: Redaction): Promise<readonly RecordingReader[]> {
  const opened = await Promise.allSettled(paths.map((path) => RecordingReader.open(path, redaction)));
  const failed = opened.find((one) => one.status === 'rejected');
  const readers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (!failed) return readers;
  for (const reader of readers) reader.dispose();
  throw failed.reason;
}

async function readFrame(source: TrafficSource, seq: number): Promise<{ row: TrafficRow; text: string }> {
  const [{ rows }, body] = await Promise.all([source.page(seq, 1), source.body(seq)]);
  const [row] = rows;
  if (row?.seq !== seq || body.text === undefined) {
    throw frameGone();
  }
  const parsed = parseJson(body.text);
  return { row, text: parsed.ok ? `${JSON.stringify(parsed.value, undefined, 2)}\n` : body.text };
}

function titleOf({ seq, method, name, kind }: TrafficRow): string {
  return `#${seq} ${name ?? method ?? kind} ${kind}`;
}
