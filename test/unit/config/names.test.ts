import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skeleton } from '../../../src/core/config/confusables.ts';
import { ToolNames, displayName } from '../../../src/core/config/names.ts';

function added(names: ToolNames, server: string, tool: string): string {
  const named = names.add(server, tool);
  assert.ok(named.ok, named.ok ? '' : named.message);
  return named.name;
}

test('a plain name is mcp_<server>_<tool>, and people see mcp:<server>:<tool>', () => {
  assert.equal(added(new ToolNames(), 'github', 'create_issue'), 'mcp_github_create_issue');
  assert.equal(displayName({ server: 'github', tool: 'create_issue' }), 'mcp:github:create_issue');
});

test('odd characters are replaced, and a hash keeps the name its own', () => {
  const names = new ToolNames();
  const spaced = added(names, 'my server', 'do.it');
  const dashed = added(names, 'my server', 'do it');
  assert.match(spaced, /^mcp_my_server_do_it_[0-9a-f]{8}$/);
  assert.match(dashed, /^mcp_my_server_do_it_[0-9a-f]{8}$/);
  assert.notEqual(spaced, dashed);
  assert.deepEqual(names.lookup(spaced), { server: 'my server', tool: 'do.it' });
});

test('a long name is cut to 64 characters with a hash', () => {
  const names = new ToolNames();
  const tools = ['x', 'y'].map((end) => 'a'.repeat(80) + end);
  const [first, second] = tools.map((tool) => added(names, 'server', tool));
  assert.equal(first?.length, 64);
  assert.match(first ?? '', /^[A-Za-z0-9_-]{55}_[0-9a-f]{8}$/);
  assert.notEqual(first, second);
  assert.equal(added(new ToolNames(), 'server', 'b'.repeat(53)).length, 64);
  assert.ok(!/_[0-9a-f]{8}$/.test(added(new ToolNames(), 'server', 'b'.repeat(53))));
});

test('names that fall together are told apart, and each finds its way back', () => {
  const names = new ToolNames();
  const first = added(names, 'a_b', 'c');
  const second = added(names, 'a', 'b_c');
  assert.equal(first, 'mcp_a_b_c');
  assert.match(second, /^mcp_a_b_c_[0-9a-f]{8}$/);
  assert.deepEqual(names.lookup(first), { server: 'a_b', tool: 'c' });
  assert.deepEqual(names.lookup(second), { server: 'a', tool: 'b_c' });
});

test('a model may swap "-" and "_"', () => {
  const names = new ToolNames();
  added(names, 'my-server', 'get_it');
  assert.deepEqual(names.lookup('mcp_my_server_get-it'), { server: 'my-server', tool: 'get_it' });
  assert.match(added(names, 'my-server', 'get-it'), /_[0-9a-f]{8}$/);
  assert.equal(names.lookup('mcp_my-server_nothing'), undefined);
});

test('the same name in another session is the same name', () => {
  assert.equal(added(new ToolNames(), 's!', 't'), added(new ToolNames(), 's!', 't'));
});

test('a second tool of the same name is refused', () => {
  const names = new ToolNames();
  added(names, 's', 't');
  assert.deepEqual(names.add('s', 't'), {
    ok: false,
    reason: 'duplicate',
    message: '"s" offers "t" twice; the second one is left out.',
  });
});

test('a tool that looks like another one of its server is refused', () => {
  const names = new ToolNames();
  added(names, 's', 'read_file');
  for (const twin of ['reаd_file', 'read＿file', 'read_fi\u200ble', 'ｒead_file', 'read_filé']) {
    const named = names.add('s', twin);
    assert.equal(named.ok ? '' : named.reason, 'confusable', twin);
  }
  assert.ok(names.add('s', 'Read_File').ok);
  assert.ok(names.add('other', 'read_file').ok);
});

test('tools of a server whose name imitates another one are refused', () => {
  const names = new ToolNames();
  added(names, 'github', 'x');
  const named = names.add('gіthub', 'x');
  assert.equal(named.ok ? '' : named.reason, 'confusable');
});

test('removing a server removes its tools and frees their names', () => {
  const names = new ToolNames();
  added(names, 'a', 'x');
  added(names, 'a', 'y');
  added(names, 'ab', 'x');
  names.removeServer('a');
  assert.equal(names.size, 1);
  assert.equal(names.lookup('mcp_a_x'), undefined);
  assert.equal(added(names, 'a', 'x'), 'mcp_a_x');
  names.remove('a', 'x');
  names.remove('a', 'never');
  assert.equal(names.size, 1);
});

test('names like those of an object are ordinary names', () => {
  const names = new ToolNames();
  for (const name of ['__proto__', 'constructor', 'toString']) {
    assert.equal(names.lookup(name), undefined);
    assert.deepEqual(names.lookup(added(names, name, name)), { server: name, tool: name });
  }
});

test('a skeleton is what a name looks like', () => {
  assert.equal(skeleton('раypal'), 'paypal');
  assert.equal(skeleton('ﬁle'), 'file');
  assert.equal(skeleton('名前'), '名前');
  assert.equal(skeleton('plain-1'), 'plain-1');
});
