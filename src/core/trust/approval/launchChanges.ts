import { l10n } from '../../../base/l10n.ts';
import { revealOnOneLine } from '../../../base/text/hiddenCharacters.ts';
import type { HashedText, LaunchShape } from './launchShape.ts';

/** One thing that is not as it was approved. */
export interface LaunchChange {
  readonly what: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between the approved launch and the one that is there now, in the order of the dialog. */
export function launchChanges(before: LaunchShape, after: LaunchShape): readonly LaunchChange[] {
  const changes = [
    ...commandChanges(before, after),
    ...remoteChanges(before, after),
    ...compareTexts(l10n.t('Build command'), before.build, after.build),
    ...compareTexts(l10n.t('Debugger configuration'), before.attach, after.attach),
  ];
  const isOlder = changes.length === 0 && before.inputs === undefined;
  return [...changes, ...inputChanges(isOlder, before.inputs ?? {}, after.inputs ?? {})];
}

function commandChanges(before: LaunchShape, after: LaunchShape): readonly LaunchChange[] {
  return [
    ...compare(l10n.t('Transport'), before.transport, after.transport),
    ...compareTexts(l10n.t('Command'), before.command, after.command),
    ...compare(l10n.t('Program'), before.executable, after.executable),
    ...argumentChanges(before.args ?? [], after.args ?? []),
    ...compare(l10n.t('Working folder'), before.cwd, after.cwd),
    ...valueChanges(l10n.t('Environment variable'), before.env ?? {}, after.env ?? {}),
    ...compare(l10n.t('Environment file'), before.envFile, after.envFile),
    ...valueChanges(l10n.t('Variable in the environment file'), before.envFileValues ?? {}, after.envFileValues ?? {}),
    ...valueChanges(l10n.t('File that decides what runs'), before.deciding ?? {}, after.deciding ?? {}),
    ...compare(l10n.t('Sandbox'), onOff(before.sandboxed), onOff(after.sandboxed)),
  ];
}

function remoteChanges(before: LaunchShape, after: LaunchShape): readonly LaunchChange[] {
  return [
    ...compareTexts(l10n.t('URL'), before.url, after.url),
    ...valueChanges(l10n.t('Header'), before.headers ?? {}, after.headers ?? {}),
    ...compare(l10n.t('OAuth client'), before.oauthClient, after.oauthClient),
    ...compare(l10n.t('OAuth grant'), before.oauthGrant, after.oauthGrant),
    ...compare(l10n.t('OAuth issuer'), before.oauthIssuer, after.oauthIssuer),
    ...compare(l10n.t('Identity provider'), before.oauthIdentityProvider, after.oauthIdentityProvider),
    ...compare(l10n.t('OAuth scopes'), before.oauthScopes, after.oauthScopes),
    ...valueChanges(l10n.t('OAuth credential'), before.oauthSecrets ?? {}, after.oauthSecrets ?? {}),
  ];
}

export function describeChange({ what: named, before, after }: LaunchChange): string {
  const what = revealOnOneLine(named); // it may hold the name of a variable
  if (before === undefined) return l10n.t('{0}: added {1}', what, shown(after));
  if (after === undefined) return l10n.t('{0}: removed {1}', what, shown(before));
  return l10n.t('{0}: was {1}, is now {2}', what, shown(before), shown(after));
}

function shown(text: string | undefined): string {
  return text === undefined || text === '' ? l10n.t('(empty)') : revealOnOneLine(text);
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
  return [{ what, before: before?.text, after: same ? l10n.t('{0} (with another secret)', after.text) : after?.text }];
}

function argumentChanges(before: readonly HashedText[], after: readonly HashedText[]): readonly LaunchChange[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, at) =>
    compareTexts(l10n.t('Argument {0}', at + 1), before[at], after[at]),
  ).flat();
}

type HashedTexts = Readonly<Record<string, HashedText>>;

/** Approvals of before inputs counted know of none: these are not new, but were not shown. */
function inputChanges(isOlder: boolean, before: HashedTexts, after: HashedTexts): readonly LaunchChange[] {
  const what = isOlder ? l10n.t('Input (part of an approval from now on)') : l10n.t('Input');
  const shownWith = (id: string, input: HashedText): string => `${id} (${input.text})`;
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((id): readonly LaunchChange[] => {
    const [old, now] = [before[id], after[id]];
    if (old && now) return compareTexts(`${l10n.t('Input')} ${id}`, old, now);
    return [{ what, before: old && shownWith(id, old), after: now && shownWith(id, now) }];
  });
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
    return [{ what: `${what} ${name}`, before: l10n.t('one value'), after: l10n.t('another value') }];
  });
}

function onOff(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? l10n.t('on') : l10n.t('off');
}
