import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type StdioFacts, outputOf, remoteOf, stdioOf } from '../../model/evidence.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import { advise, askFor, askForFolder, askForHeader, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Our own form, whose variable has no value. */
const unset = /\$\{env:(\w{1,60})\}/;
const foreign =
  /\$\{?([A-Z][A-Z0-9_]{2,60})(?::?-[^}]{0,60})?\}?|%([A-Z][A-Z0-9_]{1,60})%|\$\{\{[^}]{1,60}\}\}|\{\{\s*([\w.]{1,60})\s*\}\}|\$\{(?:secrets?|vars?|input|env|config|command|vault|keychain|op)[.:][\w./-]{1,60}\}|\$\{(?:workspaceFolder|workspaceFolderBasename|workspaceRoot|projectRoot|cwd|pathSeparator|file|fileDirname)\}|\$\((?:cat|op|echo|pass|security|gcloud|aws|gh|which|pwd|printenv)\b[^)]{0,80}\)|`(?:cat|op|pass|echo|which|pwd) [^`]{1,80}`|\bop:\/\/[\w./ -]{3,80}/;

export const variableUnset = rule('variable/unset', (evidence) => {
  const found = textsOf(evidence).find(([, text]) => unset.test(text));
  if (!found) return undefined;
  const [path, text] = found;
  const name = unset.exec(text)?.[1] ?? '';
  const scheme = /^([A-Za-z]{3,20}) \$/.exec(text)?.[1];
  return {
    cause: l10n.t(
      'The variable {0}, which "{1}" takes its value from, is not set in the environment of the editor.',
      name,
      path.join('.'),
    ),
    remedies: [
      ...(path[0] === 'headers' ? [askForHeader(String(path[1]), scheme)] : []),
      ...(path[0] === 'env' ? [askFor(String(path[1]))] : []),
      advise(l10n.t('Set {0} before the editor is started, or let it be asked for.', name)),
    ],
    ...inEntry(...path),
  };
});

/** `$TOKEN` and `%TOKEN%` are forms of shells, `{{token}}` one of templates. */
export const variableUnexpanded = rule('variable/unexpanded', (evidence) => {
  const found = textsOf(evidence).find(([, text]) => foreign.test(text));
  if (!found) return undefined;
  const [path, text] = found;
  const [whole = '', shell, windows] = foreign.exec(text) ?? [];
  const name = shell ?? windows ?? (/workspaceRoot|projectRoot|cwd|\(pwd\)/.test(whole) ? 'PWD' : undefined);
  // Where the editor was started says nothing about the folder that is open in it.
  const near = /workspace(?:Folder|Root)\}|projectRoot/.test(whole) ? inFolder(text, whole, evidence) : undefined;
  const form = name === 'PWD' || name === 'CD' ? '${workspaceFolder}' : `\${env:${name ?? ''}}`;
  return {
    cause: /^(?:\$\(|`|op:)/.test(whole)
      ? l10n.t('"{0}" is used as it is: no shell or password manager replaces it.', whole)
      : whole === '${workspaceFolder}'
        ? l10n.t('"{0}" is used as it is: no folder is open, or this file does not know that form.', whole)
        : l10n.t('"{0}" is used as it is: this file does not know that form.', whole),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), path, near)]),
      ...withDefault(whole, path, text),
      ...(name === undefined && path[0] === 'env' ? [askFor(String(path[1]))] : []),
      ...(name === undefined && path[0] === 'headers'
        ? [askForHeader(String(path[1]), /^([A-Za-z]{3,20}) /.exec(text)?.[1])]
        : []),
      ...(name === undefined ? [] : [setValue(l10n.t('Use "{0}"', form), path, text.replace(whole, form))]),
      ...(/^\$\{workspace(?:Folder|Root)\}$/.test(text) && near === undefined && path[0] !== 'headers'
        ? [askForFolder(l10n.t('Choose the folder'), path)]
        : []),
    ],
    ...inEntry(...path),
    isCertain: isMet(path, whole, evidence),
  };
});

/** The working folder of the entry is mostly what is meant. */
function inFolder(text: string, whole: string, { machine, ...evidence }: Evidence): string | undefined {
  const cwd = stdioOf({ machine, ...evidence })?.cwd;
  const file = cwd === undefined || !text.startsWith(whole) ? undefined : cwd + text.slice(whole.length);
  return file !== undefined && machine.kindOf(file) !== undefined ? file : nearbyFile(text, machine, cwd);
}

/** `${NAME:-default}` */
function withDefault(whole: string, path: EntryPath, text: string): readonly Remedy[] {
  const [, value] = /^\$\{\w+:?-([^}]+)\}$/.exec(whole) ?? [];
  if (value === undefined) return [];
  const full = text.replace(whole, value);
  return [setValue(l10n.t('Use {0}', full), path, full)];
}

const refused =
  /\b40[0134]\b|unauthori[sz]ed|authenticat|invalid|not valid|credential|denied|forbidden|required|not set|missing/i;

/** The complaint is about what stands there. */
function isMet(path: EntryPath, whole: string, evidence: Evidence): boolean {
  const output = outputOf(evidence);
  if (output.includes(whole)) return true;
  if (whole.startsWith('${input:'))
    return path[0] === 'headers' && /bad(?:ly)? (?:formatted|formed)|malformed|bad request/i.test(evidence.body ?? ''); // else it is asked for
  if (output.includes(String(path[1]))) return true;
  if (path[0] === 'url' && evidence.status === undefined) return evidence.causes.length > 0;
  if (path[0] === 'headers' || path[0] === 'url') return evidence.status !== undefined && evidence.status >= 400;
  return path[0] === 'env' && evidence.end !== undefined && refused.test(output);
}

/** mcp-remote itself puts variables into its headers. */
function isOwnForm(arg: string, { args, env }: StdioFacts): boolean {
  const name = /\$\{(\w{1,60})\}/.exec(arg)?.[1];
  return name !== undefined && env[name] !== undefined && args.some((each) => /^mcp-remote(?:@|$)/.test(each));
}

function textsOf(evidence: Evidence): readonly (readonly [EntryPath, string])[] {
  const stdio = stdioOf(evidence);
  if (stdio)
    return [
      ...stdio.args.flatMap((arg, at) => (isOwnForm(arg, stdio) ? [] : [[['args', at], arg] as const])),
      ...Object.entries(stdio.env).map(([name, value]) => [['env', name], value ?? ''] as const),
    ];
  const remote = remoteOf(evidence);
  if (!remote) return [];
  return [
    [['url'], remote.url],
    ...Object.entries(remote.headers).map(([name, value]) => [['headers', name], value] as const),
  ];
}
