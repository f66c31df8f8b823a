const minEncodedLength = 6;
/** Lines of a key are printed one by one. */
const minLineLength = 16;

/** A secret also turns up inside JSON text, in an address, in HTML, in a shell word and as bytes. */
export function formsOf(secret: string): ReadonlySet<string> {
  const forms = new Set([secret, ...jsonForms(secret), ...percentForms(secret), ...markupForms(secret)]);
  for (const form of [...base64Forms(secret), ...hexForms(secret)])
    if (form.length >= minEncodedLength) forms.add(form);
  for (const line of secret.split(/\r?\n|\\n/))
    if (line.length >= minLineLength && line !== secret) for (const form of formsOf(line)) forms.add(form);
  return forms;
}

function jsonForms(secret: string): readonly string[] {
  const json = inJson(secret);
  const ascii = (upper: boolean): string =>
    json.replaceAll(/[^\x20-\x7e]/g, (letter) => {
      const code = letter.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${upper ? code.toUpperCase() : code}`;
    });
  const once = [json, json.replaceAll('/', '\\/'), ascii(false), ascii(true), withoutMarkup(json)];
  return [...once, ...once.map(inJson)];
}

/** What Go and .NET write in JSON, so that it may stand in HTML. */
function withoutMarkup(json: string): string {
  return json.replaceAll(/[<>&'+]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Encoders differ in what they leave as it is, and in the case of their digits. */
function percentForms(secret: string): readonly string[] {
  if (!secret.isWellFormed()) return []; // half a surrogate pair cannot be in an address
  const component = encodeURIComponent(secret);
  const strict = component.replaceAll(/[!'()*]/g, percentOf);
  const form = new URLSearchParams({ a: secret }).toString().slice(2);
  const upper = [
    component,
    strict,
    form,
    component.replaceAll('%2F', '/'),
    encodeURI(secret),
    secret.replaceAll(' ', '+'),
  ];
  const all = [...upper, ...upper.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()))];
  return [...all, encodeURIComponent(component)];
}

function percentOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

function markupForms(secret: string): readonly string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = html.replaceAll('"', '&quot;');
  const apostrophes = ['&#39;', '&#x27;', '&#039;', '&apos;'].map((escape) => quoted.replaceAll("'", escape));
  return [html, quoted, ...apostrophes, html.replaceAll('"', '&#34;').replaceAll("'", '&#39;'), inShell(secret)];
}

function inShell(secret: string): string {
  return secret.replaceAll("'", "'\\''");
}

/** The letters that stand for the secret alone, wherever it begins in the encoded text. */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    const whole = before === 0 ? text : own;
    return [whole, own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function hexForms(secret: string): readonly string[] {
  const hex = Buffer.from(secret, 'utf8').toString('hex');
  return [hex, hex.toUpperCase()];
}
