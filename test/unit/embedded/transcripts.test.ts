import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type TestContext, before, test } from 'node:test';
import { withTimeout } from '../../../src/base/async.ts';
import { problemsOf } from '../../../src/core/embedded/problems.ts';
import { serversTool } from '../../../src/core/embedded/serversTool.ts';
import type { EmbeddedTool } from '../../../src/core/embedded/tool.ts';
import { proves } from '../../requirements.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { Session, makeServer } from './support/session.ts';
import { Waiting, changingTools, echo, plainTools } from './support/tools.ts';
import { type Step, type Transcript, readTranscripts, transcriptsFolder } from './support/transcript.ts';

failOnLeaks();
before(() => problemsOf({ type: 'object' }, {})); // the validator loads with the first call: here it must not change the order of events

/** `UPDATE_TRANSCRIPTS=1` writes what really came into the files; read the difference before you keep it. */
const update = process.env['UPDATE_TRANSCRIPTS'] === '1';
const patienceMs = 10_000;

const transcripts = readTranscripts();

test('there are transcripts to play', () => assert.ok(transcripts.length >= 20));

for (const transcript of transcripts) {
  test(`${transcript.title}${proves(...transcript.proves)}`, (t) => play(t, transcript));
}

async function play(t: TestContext, transcript: Transcript): Promise<void> {
  const player = new Player(transcript);
  try {
    for (const step of transcript.steps) await player.take(step);
    await player.nothingMore();
  } finally {
    await player.close();
  }
  if (!update) return;
  player.save();
  t.skip(`${transcript.name} written, run again`);
}

/** Tokens that differ each time, made the same. */
const stateForm = /"requestState":"(v1\.[^"]+)"/;

/** Words that a profile's own transcript shows, and that would only be in the way elsewhere. */
const instructionsForm = /"instructions":"(?:[^"\\]|\\.)*"/;

class Player {
  readonly #transcript: Transcript;
  readonly #waiting = new Waiting();
  readonly #changing = changingTools([]);
  readonly #test;
  readonly #session: Session;
  readonly #played: string[] = [];
  #read = 0;
  #logged = 0;
  #state = '';

  constructor(transcript: Transcript) {
    const tools: EmbeddedTool[] = transcript.options.has('fixtures')
      ? [...plainTools, this.#waiting.tool]
      : [serversTool];
    this.#transcript = transcript;
    this.#test = makeServer({
      profile: transcript.profile,
      parts: { tools, toolSources: [this.#changing.source], resources: [], prompts: [] },
    });
    this.#session = new Session(this.#test.server, {
      lenient: transcript.options.has('lenient'),
      maxMessageBytes: 64 * 1024,
    });
  }

  async take(step: Step): Promise<void> {
    if (step.kind === '<') return this.#expect(step);
    if (step.kind === '!') return this.#expectLog(step);
    await this.nothingMore();
    this.#played.push(step.kind === '>' ? `> ${step.text}` : `@${step.text}`);
    if (step.kind === '>') this.#session.write(`${this.#outgoing(step.text)}\n`);
    else await this.#act(step);
  }

  /** Whatever came that the transcript does not have. */
  async nothingMore(): Promise<void> {
    await this.#session.settle();
    const more = this.#session.lines.slice(this.#read).map((line) => this.#incoming(line));
    this.#read = this.#session.lines.length;
    this.#played.push(...more.map((line) => `< ${line}`));
    if (!update) assert.deepEqual(more, [], `${this.#transcript.name} has nothing more here`);
  }

  async close(): Promise<void> {
    this.#waiting.released.resolve();
    await this.#session.connection.abort();
    this.#test.server.dispose();
  }

  save(): void {
    const heads = [`# ${this.#transcript.title}`, `# proves ${this.#transcript.proves.join(' ')}`];
    if (this.#transcript.profile !== 'all') heads.push(`# profile ${this.#transcript.profile}`);
    if (this.#transcript.options.size > 0) heads.push(`# option ${[...this.#transcript.options].join(' ')}`);
    writeFileSync(transcriptsFolder + this.#transcript.name, `${[...heads, '', ...this.#played].join('\n')}\n`);
  }

  async #expect(step: Step): Promise<void> {
    if (update) return;
    const where = `${this.#transcript.name}:${step.line}`;
    await withTimeout(this.#session.count(this.#read + 1), patienceMs, where);
    assert.equal(this.#incoming(this.#session.lines[this.#read] ?? ''), step.text, where);
    this.#read++;
  }

  async #expectLog(step: Step): Promise<void> {
    await this.nothingMore();
    const came = this.#test.log.filter((line) => !line.startsWith('[DEBUG]'))[this.#logged++];
    this.#played.push(`! ${came}`);
    if (!update) assert.equal(came, step.text, `${this.#transcript.name}:${step.line}`);
  }

  async #act({ text }: Step): Promise<void> {
    if (text === 'release') this.#waiting.released.resolve();
    else if (text === 'started')
      await withTimeout(this.#waiting.started.promise, patienceMs, 'the tool is not started');
    else if (text === 'stopped')
      await withTimeout(this.#waiting.stopped.promise, patienceMs, 'the tool is not stopped');
    else if (text === 'change') this.#changing.set([{ ...echo, name: 'new_tool' }]);
    else if (text === 'finish') void this.#session.connection.finish();
    else if (text === 'end') this.#session.input.end();
    else if (text === 'closed')
      await withTimeout(this.#session.connection.closed, patienceMs, 'the connection is not closed');
    else assert.fail(`${this.#transcript.name}: what is @${text}?`);
  }

  #incoming(line: string): string {
    this.#state = stateForm.exec(line)?.[1] ?? this.#state;
    const stable = line.replace(stateForm, '"requestState":"<state>"');
    return this.#transcript.name.startsWith('profile-')
      ? stable
      : stable.replace(instructionsForm, '"instructions":"<instructions>"');
  }

  #outgoing(text: string): string {
    const long = /^@long (\d+)$/.exec(text)?.[1];
    return long === undefined ? text.replace('<state>', this.#state) : 'x'.repeat(Number(long));
  }
}
