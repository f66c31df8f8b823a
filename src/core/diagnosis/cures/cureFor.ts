import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { ask, askFor, runInTerminal } from '../model/remedies.ts';
import { sourceFile } from '../model/sourcePlace.ts';
import type { Named } from '../statements/names.ts';
import type { Statement } from '../statements/statement.ts';
import { enterArgument } from './enterArgument.ts';
import { alikeVariable, changeValue, secretsFor } from './entryValues.ts';
import { setProxy } from './environment.ts';
import { installRemedy } from './install.ts';
import { copyExample } from './copyExample.ts';
import { openFile } from './openFile.ts';
import { startService } from './services.ts';

/** What can be done about a thing that a message names, by what kind of thing it is. */
export function cureFor({ noun, name }: Named, { text, complaint }: Statement, evidence: Evidence): readonly Remedy[] {
  const { machine } = evidence;
  const changed = changeValue(evidence, name, noun === 'folder' ? 'folder' : noun === 'file' ? 'file' : 'text');
  switch (noun) {
    case 'variable':
      return [askFor(name)];
    case 'option':
    case 'argument':
    case 'command':
      return changed.length > 0 || complaint !== 'missing' ? changed : enterArgument(name, stdioOf(evidence)?.args);
    case 'credential':
      return [...secretsFor(evidence, text), ...changed];
    case 'program':
      return [...onlyWithCommand(installRemedy(name.toLowerCase(), machine)), ...changed];
    case 'model':
      return [...changed, ...pullModel(name, text)];
    case 'address':
    case 'service':
      return [...startService(name, machine), ...changed, ...(isOutside(name) ? setProxy(evidence) : [])];
    case 'file':
      return [...copyExample(name, machine), ...changed, ...openFile(name, evidence), ...chooseFor(name, evidence)];
    case 'folder':
      return [...changed, ...createFolder(name, evidence)];
    case 'setting':
      return changed.length > 0 ? changed : alikeVariable(name, evidence);
    case 'thing':
      return [...changed, ...onlyWithCommand(installRemedy(name.replaceAll('"', '').toLowerCase(), machine))];
    default:
      return changed;
  }
}

function onlyWithCommand(remedy: Remedy): readonly Remedy[] {
  return remedy.cure ? [remedy] : [];
}

function isOutside(name: string): boolean {
  return /\.[a-z]{2,}/i.test(name) && !/localhost|127\.|::1/.test(name);
}

function pullModel(name: string, text: string): readonly Remedy[] {
  if (!/ollama|pull/i.test(text) || !/^[\w.:/-]{2,80}$/.test(name)) return [];
  return [runInTerminal(l10n.t('Get the model {0}', name), ['ollama', 'pull', name])];
}

/** In the home folder of the user, or the folder of the server. */
function createFolder(name: string, { machine, launch }: Evidence): readonly Remedy[] {
  const folder = name.startsWith('~/') ? name.replace('~', machine.home) : name;
  const cwd = launch.kind === 'stdio' ? launch.cwd : undefined;
  const isOwn = [machine.home, cwd].some((each) => each !== undefined && folder.startsWith(`${each}/`));
  if (!isOwn || machine.kindOf(folder) !== undefined || machine.platform === 'win32') return [];
  return [runInTerminal(l10n.t('Create the folder'), ['mkdir', '-p', folder])];
}

/** The option or variable that says where the file is. */
function chooseFor(name: string, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || sourceFile(name, evidence) !== undefined) return [];
  const at = launch.args.findIndex((arg) => /^--?(?:config|settings|file|spec|credentials|key-?file)$/i.test(arg));
  if (at >= 0)
    return [ask(l10n.t('Choose the file'), ['args', at + 1], { what: 'file', now: launch.args[at + 1] ?? '' })];
  return name.includes('/') ? [] : [ask(l10n.t('Choose the folder of the server'), ['cwd'], { what: 'folder' })];
}
