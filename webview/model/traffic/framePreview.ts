const scalar = String.raw`(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|null)`;
const envelope = new RegExp(String.raw`^\{(?:"(?:jsonrpc|id|method)":${scalar},)*"(params|result|error)":`);
const callArguments = new RegExp(String.raw`^\{"name":${scalar},"arguments":`);
const firstText = /^\{(?:"isError":(?:true|false),)?"content":\[\{"type":"text","text":"((?:[^"\\]|\\.)*)/;
const errorMessage = /"message":"((?:[^"\\]|\\.)*)/;

/**
 * What a message says, without the envelope that every message has: the arguments of a call, the text of a result, the
 * message of an error. From the beginning of its JSON, which may be cut anywhere; other text stays as it is.
 */
export function framePreview(text: string): string {
  const start = envelope.exec(text);
  if (!start) return text.startsWith('{"jsonrpc"') || text.startsWith('{"method"') ? '' : text;
  const body = text.slice(start[0].length).replace(/(?:,"(?:jsonrpc|id)":(?:"[^"]*"|[-\d.]+))*\}$/, '');
  const words = (start[1] === 'error' ? errorMessage : firstText).exec(body)?.[1];
  return words === undefined ? withoutName(body) : unescaped(words);
}

/** The name of a tool stands beside it already, and `_meta` is ours. */
function withoutName(body: string): string {
  const start = callArguments.exec(body);
  if (!start) return body;
  return body.slice(start[0].length).replace(/,"_meta":\{.*$|\}$/, '');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\n|\\t/g, ' ').replaceAll(/\\(["\\/])/g, '$1');
}
