import type * as vscode from 'vscode';
import { revealSentence } from '../../base/text/hiddenCharacters.ts';
import { type Log, createLog, formatFields } from '../../base/log.ts';
import type { Redaction } from '../../core/traffic/redaction.ts';

/** Our log lines in VS Code's own log channel, which has levels and keeps time. */
export function createOutputLog(channel: vscode.LogOutputChannel, redaction: Redaction): Log {
  return createLog(({ level, message, fields }) => {
    const tail = formatFields(fields);
    channel[level](revealSentence(redaction.text(tail === '' ? message : `${message} ${tail}`)));
  });
}
