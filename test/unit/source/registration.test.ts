import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationsIn } from '../../../src/core/source/registration.ts';

function found(file: string, ...lines: readonly string[]): readonly string[] {
  return registrationsIn(file, lines.join('\n')).map(({ kind, name, line }) => `${kind} ${name} ${line}`);
}

const ts = "import { McpServer } from '@modelcontextprotocol/server';";

test('tools, prompts and resources of both generations of the TypeScript SDK are found', () => {
  const lines = [
    ts,
    "server.registerTool('add', { description: 'Adds' }, handler);",
    'server.tool(\n  "old",\n  {},\n  handler);',
    "server.registerPrompt('review', {}, handler);",
    "server.registerResource('note', 'note://1', {}, handler);",
  ];
  assert.deepEqual(found('a.ts', ...lines), ['tool add 1', 'tool old 2', 'prompt review 6', 'resource note 7']);
});

test('a name may be a constant of the file', () => {
  assert.deepEqual(found('a.mts', ts, "const NAME = 'sum';", 'server.registerTool(NAME, {}, handler);'), [
    'tool sum 2',
  ]);
  assert.deepEqual(found('a.mts', ts, 'server.registerTool(unknownName, {}, handler);'), []);
});

test('a low-level handler has its tools as cases', () => {
  const lines = [ts, 'server.setRequestHandler(CallToolRequestSchema, async (r) => {', "  case 'echo':", '})'];
  assert.deepEqual(found('a.js', ...lines), ['tool echo 2']);
  assert.deepEqual(found('a.js', ts, "  case 'echo':"), []);
});

test('what is commented out, made up of a template or of another library does not count', () => {
  assert.deepEqual(found('a.ts', ts, "  // server.registerTool('add', {}, f)", " * server.tool('b', f)"), []);
  assert.deepEqual(found('a.ts', ts, 'server.registerTool(`a${n}`, {}, f)'), []);
  assert.deepEqual(found('a.ts', "import { x } from 'express';", "app.resource('add', {})"), []);
  assert.deepEqual(found('a.txt', ts, "server.registerTool('add', {}, f)"), []);
});

test('decorated functions of Python are found by their own name or the given one', () => {
  const lines = [
    'from mcp.server.fastmcp import FastMCP',
    '@mcp.tool()',
    'async def add(a: int) -> int: ...',
    '@mcp.tool(name="plus", description="Adds (two)")',
    '@logged',
    'def add2(a): ...',
    '@mcp.resource("note://{id}")',
    'def note(id): ...',
    '@mcp.prompt',
    'def review(): ...',
    '# @mcp.tool()',
  ];
  assert.deepEqual(found('s.py', ...lines), ['tool add 1', 'tool plus 3', 'resource note://{id} 6', 'prompt review 8']);
});

test('servers in Go, Rust, C#, Java, Kotlin, Ruby and PHP are understood', () => {
  const go = 'import "github.com/modelcontextprotocol/go-sdk/mcp"';
  assert.deepEqual(found('a.go', go, 'mcp.AddTool(s, &mcp.Tool{Name: "greet", Description: "x"}, SayHi)'), [
    'tool greet 1',
  ]);
  assert.deepEqual(found('a.go', 'import "github.com/mark3labs/mcp-go/mcp"', 't := mcp.NewTool("hello",'), [
    'tool hello 1',
  ]);
  assert.deepEqual(found('a.rs', 'use rmcp::tool;', '#[tool(description = "Adds")]', 'async fn sum(&self) {}'), [
    'tool sum 1',
  ]);
  assert.deepEqual(found('a.rs', 'use rmcp::tool;', '#[tool(name = "plus")]', 'fn sum() {}'), ['tool plus 1']);
  const cs = [
    'using ModelContextProtocol.Server;',
    '[McpServerTool, Description("Echoes")]',
    'public static string EchoTextAsync(string m) => m;',
  ];
  assert.deepEqual(found('a.cs', ...cs), ['tool echo_text 1']);
  assert.deepEqual(
    found('a.java', 'import org.springframework.ai.mcp;', '@McpTool(name = "add")', 'public int plus(int a) {}'),
    ['tool add 1'],
  );
  assert.deepEqual(found('a.kt', 'import io.modelcontextprotocol.kotlin.sdk', 'server.addTool(name = "x",'), [
    'tool x 1',
  ]);
  assert.deepEqual(found('a.rb', 'require "mcp"', 'class GetHTTPPage < MCP::Tool', '  description "x"'), [
    'tool get_http_page 1',
  ]);
  assert.deepEqual(found('a.php', 'use Mcp\\Attribute;', "#[McpTool(name: 'x')]", 'public function y() {}'), [
    'tool x 1',
  ]);
});

test('a large file is generated and not read', () => {
  assert.deepEqual(found('a.ts', ts, "server.registerTool('add', {}, f)", ' '.repeat(600_000)), []);
});
