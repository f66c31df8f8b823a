// @ts-check
// npm run audit: known vulnerabilities of the packages that are shipped. Exit code 1 if there are any.
import { main } from './lib/main.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { say } from './lib/say.mjs';

await main(async () => {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { output } = await run('npm', args, { cwd: repoRoot, quiet: true, shell: process.platform === 'win32' });
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1); // npm warns before it
  const report = json === '' ? {} : JSON.parse(json);
  if (!report.vulnerabilities) {
    say(`Not checked: the registry answers no audit (${report.statusCode ?? report.error?.code ?? 'no network'}).`);
    return 0;
  }
  /** @type {{ name: string, severity: string, range: string }[]} */
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range } of found) say(`${name} ${range}: ${severity}`);
  say(`${found.length} shipped packages with known vulnerabilities.`);
  return found.length === 0 ? 0 : 1;
});
