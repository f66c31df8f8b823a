const secret =
  '(?:api[ _-]?(?:keys?|tokens?|secrets?)|access[ _-]?(?:keys?|tokens?)|(?:auth(?:entication|orization)?|bearer|bot|personal access|refresh|service|session|integration)[ _-]?tokens?|client[ _-]?(?:ids?|secrets?)|app(?:lication)?[ _-]?(?:keys?|passwords?|secrets?)|tokens?|passwords?|secrets?|credentials?|licen[cs]e(?: keys?)?|connection strings?|cookies?)';
/** The words before it that belong to its name: "a valid Shodan API key", "your Notion integration token". */
const phrase = new RegExp(
  `(?:\\b(?:an?|the|your|valid|no|any|missing|required|provide|set|specify|configure)\\s+)*((?:[A-Za-z][\\w.-]{0,30}\\s+){0,3}?${secret})\\b(?!\\w)`,
  'i',
);
const fillers =
  /^(?:(?:an?|the|your|valid|no|any|missing|required?s?|requires|please|provide|provided|set|specify|configure|configured|supply|without|with|either|for|and|or|you|must|need|needs|to|of|in|is|are|not|error|cannot|start|server|mcp|it|have|has|environment|env|both|via|by|from|use|using|find|found|get|failed|load|read|enter|pass|could)\s+)+/i;

/** A credential that a message speaks of in words instead of by the name of a variable: "Shodan API key". */
export function credentialIn(text: string): string | undefined {
  const found = phrase.exec(text)?.[1]?.trim().replace(fillers, '');
  return found === undefined || found === '' ? undefined : found;
}

/** The name that most servers give its variable: `SHODAN_API_KEY`. */
export function usualVariable(credential: string): string | undefined {
  const words = credential.replaceAll(/[^\w]+/g, '_').toUpperCase();
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(words) && words.length <= 60 && words.split('_').length > 2
    ? words
    : undefined;
}
