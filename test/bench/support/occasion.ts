import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import type { Occasion } from './budgets.ts';

const peers = ['@modelcontextprotocol/client', '@modelcontextprotocol/server', '@modelcontextprotocol/sdk'];

export function thisOccasion(): Occasion {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${gigabytes} GB, ${process.platform}`,
    load: Number(loadavg()[0]!.toFixed(1)),
    versions: { Node: process.versions.node, ...Object.fromEntries(peers.map((name) => [name, versionOf(name)])) },
  };
}

function versionOf(name: string): string {
  const text = readFileSync(join(repoRoot, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
