import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationsIn } from '../../../src/core/source/registration.ts';
import { fixOf } from '../../../src/core/source/sourceFix.ts';

/** The source after the fix, as if nothing were filled in. */
function fixed(file: string, text: string, rule: string): string | undefined {
  const [registration] = registrationsIn(file, text);
  assert.ok(registration);
  const fix = fixOf(rule, file, text, registration);
  if (!fix) return undefined;
  const plain = fix.snippet.replaceAll(/\$\{1:([^}]*)\}/g, '$1').replaceAll(/\$\{1\|(\w+),[^}]*\}/g, '$1');
  return text.slice(0, fix.offset) + plain + text.slice(fix.offset + fix.length);
}

const ts = "import { McpServer } from '@modelcontextprotocol/server';\n";
const py = 'from mcp.server.fastmcp import FastMCP\n';

test('a tool of TypeScript gets its description, title and annotations in its own lines', () => {
  const text = `${ts}server.registerTool('add', {\n  inputSchema,\n}, f);`;
  const after = (line: string): string => text.replace('{\n', `{\n  ${line}\n`);
  assert.equal(fixed('a.ts', text, 'desc-missing'), after("description: 'What it does, and when to use it.',"));
  assert.equal(fixed('a.ts', text, 'title-missing'), after("title: 'Title',"));
  assert.equal(fixed('a.ts', text, 'hints-missing'), after('annotations: { readOnlyHint: true },'));
});

test('a function of Python gets a docstring, and its decorator arguments', () => {
  const text = `${py}@mcp.tool()\ndef add(a: int) -> int:\n    return a\n`;
  assert.equal(
    fixed('s.py', text, 'desc-missing'),
    `${py}@mcp.tool()\ndef add(a: int) -> int:\n    """What it does, and when to use it."""\n    return a\n`,
  );
  assert.match(fixed('s.py', text, 'hints-missing') ?? '', /@mcp\.tool\(annotations=\{"readOnlyHint": True\}\)/);
  const bare = `${py}@mcp.tool\ndef add(a):\n    return a\n`;
  assert.match(fixed('s.py', bare, 'title-missing') ?? '', /@mcp\.tool\(title="Title"\)\ndef/);
  const given = `${py}@mcp.tool(name="x")\ndef add(a):\n    return a\n`;
  assert.match(fixed('s.py', given, 'title-missing') ?? '', /@mcp\.tool\(title="Title", name="x"\)/);
});

test('a name that clients refuse becomes one that they take', () => {
  const text = `${ts}server.registerTool('add note!', {}, f);`;
  assert.equal(fixed('a.ts', text, 'name-chars'), `${ts}server.registerTool('add_note', {}, f);`);
});

test('other forms and other rules have no fix', () => {
  assert.equal(fixed('a.ts', `${ts}server.tool('add', f);`, 'desc-missing'), undefined);
  assert.equal(fixed('a.ts', `${ts}server.registerTool('add', config, f);`, 'desc-missing'), undefined);
  assert.equal(fixed('a.ts', `${ts}server.registerTool('add', {}, f);`, 'tokens'), undefined);
});
