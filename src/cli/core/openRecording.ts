import { existsSync } from 'node:fs';
import { Fault } from '../../base/fault.ts';
import { RecordingReader } from '../../core/traffic/recording/recordingReader.ts';
import type { Redaction } from '../../core/traffic/redaction.ts';
import { UsageError } from '../support/usageError.ts';

/** Its faults are shown beside the file in the editor, so that most do not name it. */
export async function openRecording(file: string, redaction?: Redaction): Promise<RecordingReader> {
  if (!existsSync(file)) throw new UsageError(`File not found: ${file}.`);
  try {
    return await RecordingReader.open(file, redaction);
  } catch (error) {
    const { text } = Fault.from(error, 'recording/unreadable');
    throw new UsageError(text.includes(file) ? text : `${file}: ${text}`);
  }
}
