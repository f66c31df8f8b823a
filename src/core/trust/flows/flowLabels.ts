import { isRecord } from '../../../base/json.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { type ToolWords, toolWords, wordSet } from './toolWords.ts';

/**
 * What a tool does to a session. Where one has taken in private data and untrusted content, instructions in the content
 * can have the data sent out: each of the three is harmless alone.
 */
export type FlowLabel = 'private' | 'untrusted' | 'sends';

export const flowLabels: readonly FlowLabel[] = ['private', 'untrusted', 'sends'];

/** What belongs to the user, and is written by the user or those that the user trusts. */
const ownThings = wordSet(`file directory folder disk env environment variable secret credential password keychain
  clipboard config configuration setting memory graph node entity observation relation note document doc drive sheet
  database table sql row record schema source customer order invoice payment transaction balance account user profile
  self contact meeting photo bookmark pod namespace cluster resource container log project task board card figma block
  template property workspace`);
/** What others write too, and what they read once it is written. */
const sharedThings = wordSet(`issue pull merge commit repository repo code branch gist discussion review comment mail
  email inbox message thread channel reply conversation chat sms dm ticket calendar event invitation page wiki post`);
/** Shared by what they are for, though their contents are the user's: writing there is giving out. */
const publishedThings = wordSet('block database source card board');
/** Written by strangers. */
const publicThings = wordSet(`web internet url http site website browser html dom news feed rss wikipedia arxiv paper
  article blog tweet reddit youtube transcript library docs crawl scrape snapshot screenshot console network tab
  research place`);
/** A page in a browser is untrusted; what a user is signed in to is for the user to say. */
const browserThings = wordSet('browser console network snapshot screenshot dom tab html');
const browserActions = wordSet('click fill press drag drop navigate goto upload dialog option type');
const sendingVerbs = wordSet(`send post reply publish push upload share forward submit invite notify tweet broadcast
  merge fork deploy mail email feedback webhook`);
const commandWords = wordSet(
  'exec execute shell bash terminal powershell command cmd evaluate eval script interpreter',
);
const codeWords = wordSet('code command script shell python javascript');
/** Requests go where the caller says. */
const addressParameters = wordSet('url href webhook endpoint');
const pathParameters = wordSet('path directory folder');
const hostedParameters = wordSet('repo repository owner channel recipient');

const labelled = new WeakMap<ToolDefinition, ReadonlySet<FlowLabel>>();

/** From the names and the annotations of a tool. Annotations only add: a server cannot talk itself out of a label. */
export function flowLabelsOf(tool: ToolDefinition): ReadonlySet<FlowLabel> {
  const labels = labelled.get(tool) ?? readLabels(tool);
  labelled.set(tool, labels); // each call of an agent asks
  return labels;
}

function readLabels({ name, inputSchema, annotations }: ToolDefinition): ReadonlySet<FlowLabel> {
  const properties = isRecord(inputSchema) && isRecord(inputSchema['properties']) ? inputSchema['properties'] : {};
  const words = toolWords(name, Object.keys(properties));
  const isOpen = annotations?.['openWorldHint'] === true && words.kind !== 'neither';
  const found: Readonly<Record<FlowLabel, boolean>> = {
    private: readsPrivate(words),
    untrusted: (isOpen && words.kind === 'read') || takesUntrusted(words),
    sends: (isOpen && annotations?.['readOnlyHint'] !== true) || sendsOut(words),
  };
  return new Set(flowLabels.filter((label) => found[label]));
}

function readsPrivate(words: ToolWords): boolean {
  const { kind, name, parameters } = words;
  const isBrowser = meets(name, browserThings) || parameters.has('url');
  if (isBrowser || kind === 'neither') return false;
  if (runsCommands(words) || parameters.has('sql')) return true;
  if (kind !== 'read') return false;
  return meets(name, ownThings) || meets(name, sharedThings) || meets(parameters, pathParameters);
}

function takesUntrusted(words: ToolWords): boolean {
  const { kind, name, parameters } = words;
  if (kind === 'neither') return false;
  if (meets(parameters, addressParameters) || runsCommands(words)) return true;
  if (kind !== 'read') return false;
  if (meets(name, publicThings) || meets(name, sharedThings)) return true;
  if (name.has('file') && meets(parameters, hostedParameters)) return true;
  return name.has('search') && !meets(name, ownThings) && !meets(parameters, pathParameters);
}

function sendsOut(words: ToolWords): boolean {
  const { kind, name, parameters } = words;
  if (kind === 'neither') return name.has('dialog') || name.has('option'); // of a page in a browser
  if (meets(parameters, addressParameters) || runsCommands(words) || meets(name, browserActions)) return true;
  if (kind !== 'write') return false;
  const isShared = meets(name, sharedThings) || meets(name, publishedThings) || meets(parameters, hostedParameters);
  return isShared || meets(name, sendingVerbs);
}

function runsCommands({ name }: ToolWords): boolean {
  return meets(name, commandWords) || (name.has('run') && meets(name, codeWords));
}

function meets(words: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  for (const word of words) if (known.has(word)) return true;
  return false;
}
