import * as vscode from 'vscode';
import { deferred } from '../../base/async.ts';
import { Fault } from '../../base/fault.ts';
import { useBundle } from '../../base/l10n.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { type Log, createLog } from '../../base/log.ts';
import { RecordingReader } from '../../core/traffic/recording/recordingReader.ts';
import type { Port } from '../../contract/rpc/peer.ts';
import type { App } from '../shell/app.ts';
import type { EarlyMessages } from './earlyMessages.ts';
import { writeMessage } from './page.ts';
import { serveRecording } from './recordingSession.ts';
import { portOf } from './webviewPort.ts';

type Load = () => Promise<App>;

/**
 * A recording in the traffic view. The file is read on demand, so its size does not matter, and while the page loads. A
 * message takes its place where the file cannot be read.
 */
export async function showRecording(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  early: EarlyMessages,
  load: Load,
): Promise<void> {
  useBundle(vscode.l10n.bundle ?? {});
  const lifetime = new Lifetime();
  panel.onDidDispose(() => lifetime.dispose());
  lifetime.add(early);
  const answered = deferred<void>();
  lifetime.defer(answered.resolve);
  try {
    const source = lifetime.add(await openRecording(uri.fsPath, load, answered.promise));
    if (lifetime.ended) return;
    const visibility = { isInspector: false, isShown: () => panel.visible };
    lifetime.add(
      serveRecording({
        port: noting(portOf(panel.webview, early.messages), answered.resolve),
        source,
        log: logOf(load),
        openRest: async (port) => (await load()).openSession(port, visibility, source),
      }),
    );
    early.dispose();
  } catch (error) {
    const fault = Fault.from(error, 'recording/unreadable');
    if (!lifetime.ended) writeMessage(panel.webview, fault.text);
    (await load()).logFault(fault);
  }
}

/** The app knows the secrets of this window: without it only what is redacted already is shown. */
async function openRecording(file: string, load: Load, rest: Promise<void>): Promise<RecordingReader> {
  const recording = await RecordingReader.open(file, undefined, rest);
  if (recording.header.redacted) return recording;
  recording.dispose();
  return (await load()).openRecording(file);
}

/** To count a large file takes a processor, which the page needs until its first rows are on their way. */
function noting(port: Port, sent: () => void): Port {
  return { listen: port.listen, send: (frame) => (port.send(frame), sent()) };
}

/** The log belongs to the app, which a window does not have while all goes well. */
function logOf(load: Load): Log {
  return createLog(({ level, message, fields }) => {
    if (level === 'warn' || level === 'error') void load().then(({ log }) => log[level](message, fields));
  });
}
