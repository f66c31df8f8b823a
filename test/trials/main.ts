// npm run trials [-- servers|clients] [part of a name …]: servers and clients of others, one at a time, and what came of
// it in docs/compatibility.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/sources.ts';
import { trialClients } from './clients.ts';
import { type Row, clientRow, serverRow, updatePage } from './compatibility.ts';
import { trialServers } from './servers.ts';
import { installedVersion } from './trialLaunch.ts';
import { tryClient } from './tryClient.ts';
import { tryServer } from './tryServer.ts';

const [part, ...names] = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);
const wanted = (name: string): boolean => names.length === 0 || names.some((one) => name.includes(one));

function clientVersion(name: string): string {
  const file = path.join(projectRoot, 'test/trials/clients/node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

function report(row: Row, isBad: boolean): void {
  console.log(`${isBad ? '✖' : '✔'} ${row.filter(Boolean).join('  ')}`);
}

async function runServers(): Promise<number> {
  let bad = 0;
  for (const server of trialServers.filter((one) => wanted(one.package))) {
    const trial = await tryServer(server);
    const row = serverRow(server, installedVersion(server.package), trial, date);
    if (trial.differences.length > 0) bad++;
    report(row, trial.differences.length > 0);
    updatePage('servers', [row]);
  }
  return bad;
}

async function runClients(): Promise<number> {
  let bad = 0;
  for (const client of trialClients.filter((one) => wanted(one.package))) {
    const trial = await tryClient(client);
    const row = clientRow(client, clientVersion(client.package), trial, date);
    const isBad = !trial.called || trial.left > 0;
    if (isBad) bad++;
    report(row, isBad);
    updatePage('clients', [row]);
  }
  return bad;
}

const bad = (part === 'clients' ? 0 : await runServers()) + (part === 'servers' ? 0 : await runClients());
process.exit(bad > 0 ? 1 : 0);
