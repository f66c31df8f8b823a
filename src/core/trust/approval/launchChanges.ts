import { revealOnOneLine } from '../../config/text/hiddenCharacters.ts';
import type { HashedText, LaunchShape } from './launchShape.ts';

/** One thing that is not as it was approved. */
export interface LaunchChange {
  readonly what: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between the approved launch and the one that is there now, in the order of the dialog. */
export function launchChanges(before: LaunchShape, after: LaunchShape): readonly LaunchChange[] {
  return [
    ...compare('Transport', before.transport, after.transport),
    ...compareTexts('Command', before.command, after.command),
    ...compare('Program', before.executable, after.executable),
    ...argumentChanges(before.args ?? [], after.args ?? []),
    ...compare('Working folder', before.cwd, after.cwd),
    ...valueChanges('Variable', before.env ?? {}, after.env ?? {}),
    ...compare('Variables file', before.envFile, after.envFile),
    ...valueChanges('Variable from file', before.envFileValues ?? {}, after.envFileValues ?? {}),
    ...compareTexts('Address', before.url, after.url),
    ...valueChanges('Header', before.headers ?? {}, after.headers ?? {}),
    ...compare('OAuth client', before.oauthClient, after.oauthClient),
    ...compare('OAuth grant', before.oauthGrant, after.oauthGrant),
    ...compare('OAuth issuer', before.oauthIssuer, after.oauthIssuer),
    ...valueChanges('OAuth credential', before.oauthSecrets ?? {}, after.oauthSecrets ?? {}),
    ...compare('Sandbox', onOff(before.sandboxed), onOff(after.sandboxed)),
  ];
}

export function describeChange({ what, before, after }: LaunchChange): string {
  if (before === undefined) return `${what}: added ${shown(after)}`;
  if (after === undefined) return `${what}: removed ${shown(before)}`;
  return `${what}: was ${shown(before)}, is now ${shown(after)}`;
}

function shown(text: string | undefined): string {
  return text === undefined || text === '' ? '(empty)' : revealOnOneLine(text);
}

function compare(what: string, before: string | undefined, after: string | undefined): readonly LaunchChange[] {
  return before === after ? [] : [{ what, before, after }];
}

/** Two texts that look alike once their secrets are out may still differ. */
function compareTexts(
  what: string,
  before: HashedText | undefined,
  after: HashedText | undefined,
): readonly LaunchChange[] {
  if (before?.hash === after?.hash) return [];
  const same = before !== undefined && before.text === after?.text;
  return [{ what, before: before?.text, after: same ? `${after.text} (with another secret)` : after?.text }];
}

function argumentChanges(before: readonly HashedText[], after: readonly HashedText[]): readonly LaunchChange[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, at) => compareTexts(`Argument ${at + 1}`, before[at], after[at])).flat();
}

function valueChanges(
  what: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly LaunchChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name): readonly LaunchChange[] => {
    if (before[name] === after[name]) return [];
    if (before[name] === undefined) return [{ what, before: undefined, after: name }];
    if (after[name] === undefined) return [{ what, before: name, after: undefined }];
    return [{ what: `${what} ${name}`, before: 'one value', after: 'another value' }];
  });
}

function onOff(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? 'on' : 'off';
}
