import * as vscode from 'vscode';
import { exportTraffic, formatOfFile } from '../../core/traffic/export/exportTraffic.ts';
import { writeRecording } from '../../core/traffic/recording/recordingWriter.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';
import { showMessage } from '../shell/messages.ts';
import { recordingFilter } from './pickRecording.ts';

interface ExportChoice extends vscode.QuickPickItem {
  readonly extension: string;
  readonly filter: Record<string, string[]>;
}

const choices = (): readonly ExportChoice[] => [
  {
    label: vscode.l10n.t('Recording'),
    description: '.mcptrace',
    detail: vscode.l10n.t('To open, compare, replay and share'),
    extension: 'mcptrace',
    filter: recordingFilter(),
  },
  {
    label: vscode.l10n.t('HTML report'),
    description: '.html',
    detail: vscode.l10n.t('One page that needs no other file'),
    extension: 'html',
    filter: { HTML: ['html'] },
  },
  {
    label: vscode.l10n.t('Markdown report'),
    description: '.md',
    detail: vscode.l10n.t('For an issue or a pull request'),
    extension: 'md',
    filter: { Markdown: ['md'] },
  },
  {
    label: 'HAR 1.2',
    description: '.har',
    detail: vscode.l10n.t('For the network view of a browser'),
    extension: 'har',
    filter: { HAR: ['har'] },
  },
  {
    label: 'OTLP/JSON',
    description: '.jsonl',
    detail: vscode.l10n.t('Spans for OpenTelemetry'),
    extension: 'jsonl',
    filter: { 'OTLP/JSON': ['jsonl'] },
  },
];

/** Writes rows in the form and to the file that the user chooses; `undefined` if the user chose none. */
export async function exportFrames(
  source: TrafficSource,
  seqs: readonly number[] | undefined,
  version: string,
): Promise<{ readonly written: number } | undefined> {
  const title = vscode.l10n.t('Export Traffic');
  const choice = await vscode.window.showQuickPick(choices(), { title });
  const target = choice && (await vscode.window.showSaveDialog({ title, ...placeFor(choice) }));
  if (!target) return undefined;
  const written = await write(source, target.fsPath, version, seqs);
  const open = vscode.l10n.t('Open');
  const shown = showMessage('information', vscode.l10n.t('Exported {0} frames.', written), open);
  void shown.then((answer) => answer === open && vscode.commands.executeCommand('vscode.open', target));
  return { written };
}

function placeFor({ extension, filter }: ExportChoice): vscode.SaveDialogOptions {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `traffic-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${extension}`;
  return { defaultUri: folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(name), filters: filter };
}

/** The name decides, as the user may have changed it. Returns the number of rows. */
async function write(
  source: TrafficSource,
  path: string,
  product: string,
  seqs: readonly number[] | undefined,
): Promise<number> {
  const format = formatOfFile(path);
  const rows = seqs && { seqs };
  if (!format) return writeRecording(source, path, { product, created: Date.now(), ...rows });
  await exportTraffic(source, path, { format, version: product, ...rows });
  const { firstSeq, nextSeq } = source.readExtent();
  return seqs?.length ?? nextSeq - firstSeq;
}
