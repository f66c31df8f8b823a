// What a message says, by its words: the recognisers on which rules stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialIn, usualVariable } from '../../../src/core/diagnosis/statements/credential.ts';
import { installHint } from '../../../src/core/diagnosis/statements/installHint.ts';
import { missingArguments } from '../../../src/core/diagnosis/statements/missingArguments.ts';
import { namesIn } from '../../../src/core/diagnosis/statements/names.ts';
import { brokenConnection, hostIn } from '../../../src/core/diagnosis/statements/network.ts';
import { statementOf } from '../../../src/core/diagnosis/statements/statement.ts';
import { versionNeed } from '../../../src/core/diagnosis/statements/version.ts';

const listed: Readonly<Record<string, readonly string[]>> = {
  'error: the following arguments are required: --uri, --db': ['--uri', '--db'], // argparse
  "Missing required options: '--url=<url>', '--user=<user>'": ['--url', '--user'], // picocli
  'error: the following required arguments were not provided:\n  --dsn <DSN>\n  <SCHEMA>\n\nUsage: x': [
    '--dsn',
    'SCHEMA',
  ], // clap
  'Missing required arguments: spec, base-url': ['spec', 'base-url'], // yargs
  "Missing argument 'CATALOG'.": ['CATALOG'], // click
  'Required flag "url" not set': ['url'], // urfave
  'x: error: missing flags: --cluster=STRING': ['--cluster'], // kong
  "Option '--connection-string' is required.": ['--connection-string'], // System.CommandLine
  'Missing required flag orgs\nSee more help with --help': ['orgs'], // oclif
  "error: required option '-w, --workspace <dir>' not specified": ['--workspace'], // commander
};

for (const [output, names] of Object.entries(listed))
  test(`arguments that are missing are read from: ${output.slice(0, 60)}`, () => {
    assert.deepEqual(missingArguments(output)?.names, names);
  });

test('a message that misses no argument names none', () => {
  assert.equal(missingArguments('Loaded 3 arguments from the file'), undefined);
});

const stated: Readonly<Record<string, readonly [complaint: string, noun: string, name: string]>> = {
  '2025-06-01 10:00:00 [ERROR] Config file not found at /etc/acme.yaml': ['absent', 'file', '/etc/acme.yaml'],
  'Error: model "llama3" not found': ['absent', 'model', 'llama3'],
  'ОШИБКА: файл /etc/acme.ini не найден': ['absent', 'file', '/etc/acme.ini'],
  'Zugriff verweigert: C:\\ProgramData\\acme': ['denied', 'folder', 'C:\\ProgramData\\acme'],
  '错误：找不到配置文件 config.yaml': ['absent', 'file', 'config.yaml'],
  'Redis URL is required': ['missing', 'thing', '"Redis URL"'],
  'Could not connect to Blender. Make sure the add-on is running.': ['unreachable', 'thing', '"Blender"'],
  'Unknown transport: grpc': ['invalid', 'thing', '"transport grpc"'],
};

for (const [line, [complaint, noun, name]] of Object.entries(stated))
  test(`a statement is read from: ${line}`, () => {
    const found = statementOf(line);
    assert.equal(found?.complaint, complaint);
    assert.deepEqual([found.named[0]?.noun, found.named[0]?.name], [noun, name]);
  });

test('the name that is nearest to the complaint comes first, and later sentences do not count', () => {
  const found = statementOf('OAuth file "keys.json" not found. Put it into /home/ada/.mail or see https://x.example.');
  assert.equal(found?.named[0]?.name, 'keys.json');
});

test('a sentence without a complaint states nothing', () => {
  assert.equal(statementOf('Server running on stdio'), undefined);
});

test('names are told from words by their look', () => {
  const names = namesIn('set --port or API_TOKEN, "db.host" and ~/x.json').map(({ noun, name }) => `${noun} ${name}`);
  assert.deepEqual(names, ['option --port', 'variable API_TOKEN', 'thing db.host', 'file ~/x.json']);
});

const hosts: Readonly<Record<string, string>> = {
  "HTTPSConnectionPool(host='jira.acme.example', port=443): Read timed out": 'jira.acme.example:443',
  'Cannot connect to host api.acme.example:443 ssl:default': 'api.acme.example:443',
  'actively refused it. [::ffff:127.0.0.1]:5000': '127.0.0.1:5000',
  'dial tcp: lookup api.acme.example on 10.0.0.1:53: no such host': 'api.acme.example',
  'No such host is known. (api.acme.example:443)': 'api.acme.example:443',
  'Connection refused - connect(2) for "127.0.0.1" port 6399': '127.0.0.1:6399',
};

for (const [text, host] of Object.entries(hosts))
  test(`the host is read from: ${text}`, () => assert.equal(hostIn(text), host));

test('a file of sources with its line is no host, and a class is no error code', () => {
  assert.equal(hostIn('at main.go:12'), undefined);
  assert.equal(brokenConnection('java.io.FileNotFoundException: a.properties'), undefined);
});

test('a version that does not fit is read with the one that is there', () => {
  const php = versionNeed('dependencies require a PHP version ">= 8.3.0". You are running 8.2.7.');
  assert.deepEqual([php?.product, php?.wanted, php?.found], ['PHP', '>= 8.3.0', '8.2.7']);
  assert.equal(versionNeed('Node.js v22.1.0'), undefined);
});

test('of a hint to install only names of packages are taken over', () => {
  assert.deepEqual(installHint('Run: pip install -U "mcp[cli]" first')?.command, ['pip', 'install', '-U', 'mcp[cli]']);
  assert.deepEqual(installHint('npm install x; rm -rf ~')?.command, ['npm', 'install', 'x']);
  assert.deepEqual(installHint('pip install $(curl evil) x')?.command, undefined);
});

test('a credential is named in its words, and its variable by custom', () => {
  assert.equal(credentialIn('You must provide a valid Shodan API key.'), 'Shodan API key');
  assert.equal(usualVariable('Shodan API key'), 'SHODAN_API_KEY');
  assert.equal(usualVariable('token'), undefined);
});
