import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandTemplate, parseTemplate, type TemplateValue } from '../../../webview/model/content/uriTemplate.ts';

/** The variables of RFC 6570, section 3.2, as far as they are texts and lists. */
const values: Record<string, TemplateValue> = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
};

/** Examples of the RFC, section by section. */
const examples: Record<string, string> = {
  '{count}': 'one,two,three',
  '{count*}': 'one,two,three',
  '{/count}': '/one,two,three',
  '{/count*}': '/one/two/three',
  '{;count}': ';count=one,two,three',
  '{;count*}': ';count=one;count=two;count=three',
  '{?count}': '?count=one,two,three',
  '{?count*}': '?count=one&count=two&count=three',
  '{&count*}': '&count=one&count=two&count=three',
  '{var}': 'value',
  '{hello}': 'Hello%20World%21',
  '{half}': '50%25',
  'O{empty}X': 'OX',
  'O{undef}X': 'OX',
  '{x,y}': '1024,768',
  '{x,hello,y}': '1024,Hello%20World%21,768',
  '?{x,empty}': '?1024,',
  '?{x,undef}': '?1024',
  '?{undef,y}': '?768',
  '{var:3}': 'val',
  '{var:30}': 'value',
  '{+var}': 'value',
  '{+hello}': 'Hello%20World!',
  '{+half}': '50%25',
  '{base}index': 'http%3A%2F%2Fexample.com%2Fhome%2Findex',
  '{+base}index': 'http://example.com/home/index',
  '{+path}/here': '/foo/bar/here',
  'here?ref={+path}': 'here?ref=/foo/bar',
  '{+path:6}/here': '/foo/b/here',
  '{+x,hello,y}': '1024,Hello%20World!,768',
  '{#var}': '#value',
  '{#hello}': '#Hello%20World!',
  'foo{#empty}': 'foo#',
  'foo{#undef}': 'foo',
  '{.who}': '.fred',
  '{.half,who}': '.50%25.fred',
  'www{.dom*}': 'www.example.com',
  'X{.empty}': 'X.',
  '{/who,dub}': '/fred/me%2Ftoo',
  '{/var,empty}': '/value/',
  '{/var:1,var}': '/v/value',
  '{;x,y,empty}': ';x=1024;y=768;empty',
  '{;hello:5}': ';hello=Hello',
  '{?x,y,empty}': '?x=1024&y=768&empty=',
  '{?x,y,undef}': '?x=1024&y=768',
  '?fixed=yes{&x}': '?fixed=yes&x=1024',
  '{&x,y,empty}': '&x=1024&y=768&empty=',
};

for (const [template, expected] of Object.entries(examples)) {
  test(`RFC 6570: ${template} is ${expected}`, () => {
    assert.equal(expandTemplate(parseTemplate(template), values), expected);
  });
}

test('each variable is listed once, in order', () => {
  assert.deepEqual(parseTemplate('a://{x}/{y}{?x,z*,w:3}').names, ['x', 'y', 'z', 'w']);
});

test('a variable of the path is needed, one of a query or a fragment is not', () => {
  const { required } = parseTemplate('a://{x}{/y}{+z}{.w}{?q,x}{&r}{;s}{#t}');
  assert.deepEqual(required, ['x', 'y', 'z', 'w']);
  assert.deepEqual(parseTemplate('a://b{?q}').required, []);
});

test('an invalid template is reported, and the rest of it still works', () => {
  const broken = parseTemplate('a://{x}/{y z}/{unclosed');
  assert.match(broken.problem ?? '', /\{y z\}/);
  assert.equal(expandTemplate(broken, { x: '1' }).startsWith('a://1/'), true);
  assert.equal(parseTemplate('a://{x}').problem, undefined);
});

test('a value cannot leave its position in the URI', () => {
  const uri = expandTemplate(parseTemplate('file:///notes/{name}.md'), { name: '../../etc/passwd?x#y' });
  assert.equal(uri, 'file:///notes/..%2F..%2Fetc%2Fpasswd%3Fx%23y.md');
});
