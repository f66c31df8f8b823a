import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type TestContext, before, test } from 'node:test';
import { deferred, withTimeout } from '../../../src/base/async.ts';
import { problemsOf } from '../../../src/core/mcpServer/toolProblems.ts';
import { proves } from '../../requirements.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { Session, type TestServer, makeServer } from './support/session.ts';
import { plainTools } from './support/tools.ts';
import { type Step, type Transcript, readTranscripts, transcriptsFolder } from './support/transcript.ts';
import { TranscriptHome } from './support/transcriptHome.ts';

failOnLeaks();
before(() => problemsOf({ type: 'object' }, {})); // the validator loads with the first call: here it must not change the order of events

/** `UPDATE_TRANSCRIPTS=1` writes what really came into the files; read the difference before you keep it. */
const update = process.env['UPDATE_TRANSCRIPTS'] === '1';
const patienceMs = 10_000;

const transcripts = readTranscripts();

test('there are transcripts to play', () => assert.ok(transcripts.length >= 20));

for (const transcript of transcripts) {
  // The service listens on a Unix socket.
  const skip = process.platform === 'win32' && transcript.options.has('service');
  test(`${transcript.title}${proves(...transcript.proves)}`, { skip }, (t) => play(t, transcript));
}

async function play(t: TestContext, transcript: Transcript): Promise<void> {
  const home = await TranscriptHome.make();
  if (transcript.options.has('service')) await home.serve();
  const player = new Player(transcript, home);
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
/** Holds the folder, which is another one in each run. */
const consentForm = /kimi-write-([\da-f]{64})/;

/** Words that a profile's own transcript shows, and that would only be in the way elsewhere. */
const instructionsForm = /"instructions":"(?:[^"\\]|\\.)*"/;

class Player {
  readonly #transcript: Transcript;
  readonly #home: TranscriptHome;
  readonly #test: TestServer;
  readonly #session: Session;
  readonly #played: string[] = [];
  #read = 0;
  #logged = 0;
  #state = '';
  #consent = '';

  constructor(transcript: Transcript, home: TranscriptHome) {
    this.#transcript = transcript;
    this.#home = home;
    this.#test = makeServer({
      profile: transcript.profile,
      homeDir: home.dir,
      folders: [home.dir],
      ...(transcript.fixtures !== undefined && {
        parts: { tools: plainTools, toolSources: [], resources: [], prompts: [] },
      }),
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
    this.#home.released.resolve();
    await this.#session.connection.abort();
    this.#test.server.dispose();
    await this.#home.remove();
  }

  save(): void {
    const heads = [`# ${this.#transcript.title}`, `# proves ${this.#transcript.proves.join(' ')}`];
    if (this.#transcript.profile !== 'all') heads.push(`# profile ${this.#transcript.profile}`);
    if (this.#transcript.fixtures !== undefined) heads.push(`# fixtures ${this.#transcript.fixtures}`);
    if (this.#transcript.options.size > 0) heads.push(`# option ${[...this.#transcript.options].join(' ')}`);
    writeFileSync(transcriptsFolder + this.#transcript.name, `${[...heads, '', ...this.#played].join('\n')}\n`);
  }

  async #expect(step: Step): Promise<void> {
    const where = `${this.#transcript.name}:${step.line}`;
    const come = withTimeout(this.#session.count(this.#read + 1), patienceMs, where);
    if (update) return come.then(() => this.#note()).catch(() => {}); // one line less than before
    await come;
    assert.equal(this.#incoming(this.#session.lines[this.#read] ?? ''), step.text, where);
    this.#read++;
  }

  #note(): void {
    this.#played.push(`< ${this.#incoming(this.#session.lines[this.#read] ?? '')}`);
    this.#read++;
  }

  async #expectLog(step: Step): Promise<void> {
    await this.nothingMore();
    const came = this.#test.log.filter((line) => !line.startsWith('[DEBUG]'))[this.#logged++];
    this.#played.push(`! ${came}`);
    if (!update) assert.equal(came, step.text, `${this.#transcript.name}:${step.line}`);
  }

  async #act({ text }: Step): Promise<void> {
    if (text === 'release') this.#home.released.resolve();
    else if (text === 'started') await withTimeout(this.#home.started.promise, patienceMs, 'the tool is not started');
    else if (text === 'stopped') await withTimeout(this.#home.stopped.promise, patienceMs, 'the tool is not stopped');
    else if (text === 'change') await this.#change();
    else if (text === 'finish') void this.#session.connection.finish();
    else if (text === 'end') this.#session.input.end();
    else if (text === 'closed')
      await withTimeout(this.#session.connection.closed, patienceMs, 'the connection is not closed');
    else assert.fail(`${this.#transcript.name}: what is @${text}?`);
  }

  /** A manifest more, as the server has noticed it. */
  async #change(): Promise<void> {
    const { features: catalog } = this.#test.server;
    await catalog.ready();
    const changed = deferred<void>();
    const listener = catalog.onDidChangeTools(() => changed.resolve());
    await this.#home.addManifest();
    await withTimeout(changed.promise, patienceMs, 'the change is not noticed');
    listener.dispose();
  }

  #incoming(line: string): string {
    this.#state = stateForm.exec(line)?.[1] ?? this.#state;
    this.#consent = consentForm.exec(line)?.[1] ?? this.#consent;
    const stable = line
      .replace(stateForm, '"requestState":"<state>"')
      .replace(consentForm, 'kimi-write-<digest>')
      .replaceAll(this.#home.dir, '<home>');
    return this.#transcript.name.startsWith('profile-')
      ? stable
      : stable.replace(instructionsForm, '"instructions":"<instructions>"');
  }

  #outgoing(text: string): string {
    const long = /^@long (\d+)$/.exec(text)?.[1];
    return long === undefined
      ? text.replace('<state>', this.#state).replace('<digest>', this.#consent)
      : 'x'.repeat(Number(long));
  }
}
