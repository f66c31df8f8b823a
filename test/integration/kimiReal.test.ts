import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import type { ProviderRequest, Reply } from '../fixtures/kimi/fakeProvider.ts';
import { type KimiFixture, isAlive } from '../fixtures/kimi/kimiFixture.ts';
import { ensureRealKimi, withRealKimi } from '../fixtures/kimi/realKimi.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { attacks, hostileWorkspace } from './support/hostileKimi.ts';

failOnLeaks();
before(ensureRealKimi);

// A folder for temporary files of its own, to see that nothing is left in it.
const temp = mkdtempSync(join(tmpdir(), 'kimi-real-'));
process.env['TMPDIR'] = temp;

const replyWith = (text: string) => (): Reply => ({ text });
const inSteps =
  (...replies: Reply[]) =>
  ({ step }: ProviderRequest): Reply =>
    replies[step] ?? { text: 'No more.' };

/** Kimi keeps a login for each pair of login service and API apart. */
function loginSlot(baseUrl: string): string {
  const pair = JSON.stringify({ oauthHost: hostOf(baseUrl), baseUrl });
  return `kimi-code-env-${createHash('sha256').update(pair).digest('hex').slice(0, 16)}`;
}

function hostOf(baseUrl: string): string {
  return baseUrl.replace('/v1', '');
}

function loginConfig(baseUrl: string, slot: string): string {
  return `default_model = "k"
[providers."managed:kimi-code"]
type = "kimi"
base_url = "${baseUrl}"
[providers."managed:kimi-code".oauth]
storage = "file"
key = "oauth/${slot}"
oauth_host = "${hostOf(baseUrl)}"
[models.k]
provider = "managed:kimi-code"
model = "kimi-k2.6"
max_context_size = 262144
`;
}

function filesIn(fixture: KimiFixture): Record<string, string> {
  const names = readdirSync(fixture.workspace, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    names.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

suite('the real Kimi CLI', { concurrency: 3 }, () => {
  testAnswers();
  testEndings();
  testSafety();
  testLogins();
});

function testAnswers(): void {
  test('answers, with its usage, and leaves nothing behind', () =>
    withRealKimi(replyWith('Forty-two.'), async ({ fixture, provider }) => {
      const { text, structured } = await fixture.call('analyze', { prompt: 'What is it?', role: 'performance' });
      assert.equal(text, 'Forty-two.');
      assert.equal(structured.backend, 'kimi-code 2.1.0');
      assert.deepEqual(structured.usage, { inputTokens: 1200, outputTokens: 34, cachedInputTokens: 1000 });
      assert.equal(provider.requests.length, 1);
      assert.deepEqual(provider.requests[0]?.tools.toSorted(), ['Glob', 'Grep', 'Read']);
      assert.match(provider.requests[0]!.text, /You are a performance engineer[\s\S]*What is it\?/);
      assert.deepEqual(readdirSync(fixture.home), [], 'the real home was not touched');
    }));

  test('reads and then edits, and the change is seen', () =>
    withRealKimi(
      inSteps(
        { say: 'Reading.', call: 'Read', args: { path: 'a.txt' } },
        { call: 'Edit', args: { path: 'a.txt', old_string: 'hello', new_string: 'goodbye' } },
        { text: 'Replaced.' },
      ),
      async ({ fixture }) => {
        fixture.settings['kimi.allowWrites'] = true;
        await fixture.write('a.txt', 'say hello world\n');
        const { text, structured, progress } = await fixture.call('implement', { prompt: 'Say goodbye' });
        assert.equal(text, 'Replaced.\n\nChanged: a.txt (modified)');
        assert.deepEqual(structured.filesChanged, ['a.txt']);
        assert.equal(fixture.read('a.txt'), 'say goodbye world\n');
        assert.deepEqual(progress, ['Using kimi-code 2.1.0', 'Reading.', 'Read a.txt', 'Edit a.txt', 'Replaced.']);
      },
    ));

  for (const [status, message, pattern] of [
    [401, 'Invalid Authentication', /^Kimi CLI error: provider\.auth_error: 401[\s\S]*login was refused/],
    [429, 'slow down', /^Kimi CLI error: provider\.rate_limit: 429[\s\S]*limits requests/],
    [500, 'Internal error', /^Kimi CLI error: provider\.api_error: 500/],
  ] as const) {
    test(`tells a ${status} of the provider`, () =>
      withRealKimi(
        () => ({ status, message }),
        async ({ fixture }) => {
          const { outcome, text } = await fixture.call('analyze', { prompt: 'x' });
          assert.equal(outcome.isError, true);
          assert.match(text, pattern);
          assert.ok(!text.includes('sk-fake'), text);
        },
      ));
  }

  test('reports retries as progress', () =>
    withRealKimi(
      () => ({ status: 500, message: 'Internal error' }),
      async ({ fixture }) => {
        fixture.env['KIMI_LOOP_MAX_ATTEMPTS_PER_STEP'] = '2';
        const { progress } = await fixture.call('analyze', { prompt: 'x' });
        assert.match(progress.join('\n'), /Retry 2\/2: 500 Internal error/);
      },
    ));
}

function testEndings(): void {
  test('is ended when it takes too long', () =>
    withRealKimi(
      () => ({ hang: true }),
      async ({ fixture }) => {
        fixture.settings['kimi.timeoutSeconds'] = 5;
        const { outcome, text } = await fixture.call('analyze', { prompt: 'x' });
        assert.deepEqual([outcome.isError, text], [true, 'Tool execution timed out after 5s']);
      },
    ));

  test('is cancelled, with the command it runs', () =>
    withRealKimi(
      ({ text }) => ({
        call: 'Bash',
        args: { command: `echo $$ > pid.txt; exec sleep 600`, description: text.slice(0, 3) },
      }),
      async ({ fixture }) => {
        fixture.settings['kimi.allowWrites'] = true;
        const abort = new AbortController();
        const calling = fixture.call('implement', { prompt: 'x' }, { signal: abort.signal });
        const pidFile = join(fixture.workspace, 'pid.txt');
        await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 'the command runs');
        abort.abort();
        await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
        assert.ok(!isAlive(Number(fixture.read('pid.txt'))), 'the command is gone');
      },
    ));

  test('gets a task that is too long for an argument list whole, when it reads and when it writes', () =>
    withRealKimi(
      ({ tools, step }) =>
        tools.includes('Write') && step === 0
          ? { call: 'Write', args: { path: 'out.txt', content: 'x' } }
          : { text: 'Seen.' },
      async ({ fixture, provider }) => {
        fixture.settings['kimi.allowWrites'] = true;
        const big = `begin \${cwd} $\{base_prompt} $& $1\n${'lorem ipsum é '.repeat(22_000)}\n---\nend`;
        await fixture.write('big.txt', big);
        const [read, write] = await Promise.all([
          fixture.call('analyze', { prompt: 'Count', files: ['big.txt'] }),
          fixture.call('implement', { prompt: 'Count', files: ['big.txt'] }),
        ]);
        assert.equal(read.text, 'Seen.');
        assert.deepEqual(write.structured.filesChanged, ['out.txt']);
        for (const request of provider.requests) assert.ok(request.text.includes(`File: big.txt\n${big}`));
        assert.ok(Buffer.byteLength(big) > 300_000);
      },
    ));
}

function testSafety(): void {
  test('changes nothing in an analysis, whatever the model and the repository try', async () => {
    let replies: Reply[] = [];
    await withRealKimi(
      ({ step }) => replies[step] ?? { text: 'No more.' },
      async ({ fixture, provider }) => {
        replies = attacks(fixture);
        await hostileWorkspace(fixture);
        const files = filesIn(fixture);
        for (const kind of ['analyze', 'verify'] as const) {
          const { text } = await fixture.call(kind, { prompt: 'Look at it' });
          assert.equal(text, 'I tried everything.');
        }
        assert.deepEqual(filesIn(fixture), files);
        assert.equal(provider.requests.length, 2 * replies.length, 'every attack was made');
        for (const { tools } of provider.requests) assert.deepEqual(tools.toSorted(), ['Glob', 'Grep', 'Read']);
      },
    );
  });

  test('has no tools at all in an untrusted workspace', async () => {
    let replies: Reply[] = [];
    await withRealKimi(
      ({ step }) => replies[step] ?? { text: 'No more.' },
      async ({ fixture, provider }) => {
        replies = [{ call: 'Read', args: { path: join(fixture.workspace, 'a.txt') } }, ...attacks(fixture)];
        await hostileWorkspace(fixture);
        fixture.trusted = false;
        const files = filesIn(fixture);
        const { text } = await fixture.call('analyze', { prompt: 'Look at it' });
        assert.equal(text, 'I tried everything.');
        assert.deepEqual(filesIn(fixture), files);
        assert.ok(provider.requests.every(({ tools }) => tools.length === 0));
        assert.ok(!provider.requests.at(-1)!.text.includes('hello'), 'nothing was read');
      },
    );
  });
}

function testLogins(): void {
  test('takes a slash as text, not as a command', () =>
    withRealKimi(replyWith('Done.'), async ({ fixture, provider }) => {
      const { text } = await fixture.call('analyze', { prompt: '/goal work for ever' });
      assert.equal(text, 'Done.');
      assert.equal(provider.requests.length, 1);
      assert.ok(provider.requests[0]!.text.includes('/goal work for ever'));
    }));

  test('does four analyses at once, each with its own answer', () =>
    withRealKimi(
      ({ text }) => ({ text: `Answer ${/Question (\d)/.exec(text)?.[1]}` }),
      async ({ fixture }) => {
        fixture.settings['kimi.concurrency'] = 4;
        const calls = [1, 2, 3, 4].map((n) => fixture.call('analyze', { prompt: `Question ${n}` }));
        const texts = (await Promise.all(calls)).map(({ text }) => text);
        assert.deepEqual(texts, ['Answer 1', 'Answer 2', 'Answer 3', 'Answer 4']);
      },
    ));

  test('refreshes the login of the user where it belongs, though the run has a home of its own', () =>
    withRealKimi(replyWith('Logged in.'), async ({ fixture, provider }) => {
      for (const name of Object.keys(fixture.env)) if (name.startsWith('KIMI_MODEL')) delete fixture.env[name];
      const kimiHome = join(fixture.home, '.kimi-code');
      mkdirSync(join(kimiHome, 'credentials'), { recursive: true });
      const slot = loginSlot(provider.baseUrl);
      writeFileSync(join(kimiHome, 'config.toml'), loginConfig(provider.baseUrl, slot));
      const login = join(kimiHome, 'credentials', `${slot}.json`);
      const old = { access_token: 'access-0', refresh_token: 'refresh-0', expires_at: 1000, expires_in: 3600 };
      writeFileSync(login, JSON.stringify({ ...old, scope: 'kimi-code', token_type: 'Bearer' }));
      fixture.settings['kimi.concurrency'] = 2;
      const both = await Promise.all([1, 2].map(() => fixture.call('analyze', { prompt: 'x' })));
      assert.deepEqual(
        both.map(({ text }) => text),
        ['Logged in.', 'Logged in.'],
      );
      assert.deepEqual(provider.refreshes, ['refresh-0'], 'two runs at once refresh it once: they share the lock');
      assert.equal((JSON.parse(readFileSync(login, 'utf8')) as typeof old).refresh_token, 'refresh-1');
      assert.ok(provider.requests.every(({ authorization }) => authorization === 'Bearer access-1'));
    }));

  test('without a login says so, and how to get one', () =>
    withRealKimi(replyWith('never'), async ({ fixture }) => {
      for (const name of Object.keys(fixture.env)) if (name.startsWith('KIMI_MODEL')) delete fixture.env[name];
      const { outcome, text } = await fixture.call('analyze', { prompt: 'What is this?' });
      assert.equal(outcome.isError, true);
      assert.match(text, /kimi-code: 2\.1\.0 at .*No model configured/);
      assert.match(text, /What is this\?$/);
    }));
}

const withAcp: typeof withRealKimi = (reply, work) =>
  withRealKimi(reply, async (real) => {
    real.fixture.settings['kimi.backend'] = 'kimi-acp';
    real.fixture.settings['kimi.allowWrites'] = true;
    await work(real);
  });

suite('the real Kimi CLI over ACP', { concurrency: 2 }, () => {
  testAcpEdits();
  testAcpSafety();
});

function testAcpEdits(): void {
  test('edits through our file access, inside the folder only', async () => {
    let outside = '';
    await withAcp(
      (request) =>
        inSteps(
          { call: 'Write', args: { path: outside, content: 'x' } },
          { call: 'Write', args: { path: 'in.txt', content: 'x' } },
          { text: 'Wrote one.' },
        )(request),
      async ({ fixture }) => {
        outside = join(fixture.dir, 'outside.txt');
        const { text, structured } = await fixture.call('implement', { prompt: 'x' });
        assert.equal(text, 'Wrote one.\n\nChanged: in.txt (created)');
        assert.equal(structured.backend, 'kimi-acp 2.1.0');
        assert.ok(!existsSync(outside));
      },
    );
  });

  test('reports the failures that ACP hides', () =>
    withAcp(
      () => ({ status: 500, message: 'Internal error' }),
      async ({ fixture }) => {
        const { outcome, text } = await fixture.call('implement', { prompt: 'x' });
        assert.equal(outcome.isError, true);
        assert.match(text, /^Kimi CLI error: provider\.api_error: .*500/);
      },
    ));

  test('runs a command only after that command was confirmed', () =>
    withAcp(
      inSteps(
        { call: 'Bash', args: { command: 'touch no.txt', description: 'x' } },
        { call: 'Bash', args: { command: 'touch yes.txt', description: 'x' } },
        { text: 'Done.' },
      ),
      async ({ fixture }) => {
        const asked: string[] = [];
        fixture.port.approveWrite = async () => true;
        fixture.port.approveStep = async ({ detail }) => (asked.push(detail), detail.includes('yes.txt'));
        const { structured } = await fixture.call('implement', { prompt: 'x' });
        assert.deepEqual(structured.filesChanged, ['yes.txt']);
        assert.equal(asked.length, 2);
      },
    ));
}

function testAcpSafety(): void {
  test('changes nothing in an analysis, whatever the model and the repository try', async () => {
    let replies: Reply[] = [];
    await withAcp(
      ({ step }) => replies[step] ?? { text: 'No more.' },
      async ({ fixture, provider }) => {
        replies = attacks(fixture);
        await hostileWorkspace(fixture);
        execFileSync('git', ['init', '-q'], { cwd: fixture.workspace });
        const files = filesIn(fixture);
        const { text, structured } = await fixture.call('analyze', { prompt: 'Look at it' });
        assert.equal(text, 'I tried everything.');
        assert.equal(structured.backend, 'kimi-acp 2.1.0');
        assert.deepEqual(filesIn(fixture), files);
        assert.equal(provider.requests.length, replies.length);
        for (const { tools } of provider.requests) assert.deepEqual(tools.toSorted(), ['Glob', 'Grep', 'Read']);
      },
    );
  });

  test('is cancelled', () =>
    withAcp(
      () => ({ hang: true }),
      async ({ fixture, provider }) => {
        const abort = new AbortController();
        const calling = fixture.call('implement', { prompt: 'x' }, { signal: abort.signal });
        await until(() => provider.requests.length === 1, 'the model is asked');
        abort.abort();
        await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
      },
    ));
}

test('no private folder of a run is left', () => {
  // Node's own cache of compiled code may lie there; it is nothing of a run.
  assert.deepEqual(
    readdirSync(temp).filter((name) => name !== 'node-compile-cache'),
    [],
  );
  rmSync(temp, { recursive: true });
});
