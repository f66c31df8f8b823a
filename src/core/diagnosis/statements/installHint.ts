/** A command in a message that installs something: `pip install -U mcp`. */
export interface InstallHint {
  readonly command: readonly string[];
  readonly packages: readonly string[];
  readonly at: number;
}

const installers =
  'pip3? install|pipx install|uv pip install|uv add|uv tool install|python3? -m pip install|npm (?:install|i)|npm install -g|pnpm (?:add|install)|yarn (?:add|global add)|bun add|brew (?:install --cask|install)|apt(?:-get)? install|dnf install|pacman -S|gem install|cargo (?:add|install)|go install|go get|dotnet tool install|conda install|choco install|winget install|scoop install|composer require|luarocks install';
const hint = new RegExp(
  `(?:sudo )?\\b(${installers})((?: (?:-{1,2}(?:upgrade|U|g|global|e|D|save-dev|y|r|no-dev)|["'\`]?[\\w@./:=<>~^\\[\\],+-]{1,80}["'\`]?)){1,6})`,
  'i',
);
const packageName = /^[\w@.][\w@./:=<>~^[\],+-]{0,79}$/;
/** Words of the sentence that goes on behind it. */
const sentenceWord = /^(?:and|or|to|first|then|before|in|for|with|from|it|the|this|if|again|manually|\.)$/i;

/** The words are those of a server: only names of packages and the few options are taken over, and nothing of a shell. */
export function installHint(output: string): InstallHint | undefined {
  const match = hint.exec(output);
  if (!match) return undefined;
  const taken: string[] = [];
  for (const raw of (match[2] ?? '').trim().split(/\s+/)) {
    const word = raw.replaceAll(/^["'`]|["'`]?[.,;:]?$/g, '').replace(/["'`]$/, '');
    if (sentenceWord.test(word) || !(word.startsWith('-') || packageName.test(word))) break;
    taken.push(word);
    if (/[.,;]$/.test(raw)) break;
  }
  const packages = taken.filter((word) => !word.startsWith('-'));
  if (packages.length === 0) return undefined;
  return { command: [...(match[1] ?? '').toLowerCase().split(' '), ...taken], packages, at: match.index };
}
