import { type ConfiguredTransport, factsOf, transportNames } from '../../../core/config/model/transports.ts';
import * as vscode from 'vscode';
import { completeAddress, splitCommandLine } from '../../../core/config/edit/newServer.ts';
import {
  type ServerDraft,
  addressProblem,
  commandProblem,
  draftName,
  draftServer,
  emptyDraft,
  joinArguments,
  nameProblem,
  splitProgram,
} from '../../../core/config/edit/serverDraft.ts';
import type { NewServer } from '../../../core/config/edit/edit.ts';
import type { ConfigSource } from '../../../core/config/model/model.ts';
import type { App } from '../../shell/app.ts';
import { words } from './formWords.ts';
import { type Answer, type Place, type Step, askPick, askText, runSteps } from './steps.ts';
import { targetsFor } from './targets.ts';
import { askValues } from './valuesStep.ts';

interface Filled extends ServerDraft {
  readonly target?: ConfigSource;
}

/** A server, step by step. `undefined` where the user left the form: nothing is written before its end. */
export async function fillServerForm(
  app: App,
): Promise<{ readonly server: NewServer; readonly target: ConfigSource } | undefined> {
  const filled = await runSteps<Filled>(vscode.l10n.t('Add MCP Server'), emptyDraft, (draft) => [
    askTransport,
    ...(draft.transport === 'stdio' ? [askCommand, askArguments] : [askAddress]),
    askValues,
    nameStep(app),
    targetStep(app),
  ]);
  return filled?.target && { server: draftServer(filled), target: filled.target };
}

function transportRows(): Readonly<Record<ConfiguredTransport, vscode.QuickPickItem>> {
  return {
    stdio: {
      label: vscode.l10n.t('Command (stdio)'),
      detail: vscode.l10n.t('Switchboard starts the program and communicates over stdin and stdout'),
    },
    http: {
      label: vscode.l10n.t('Streamable HTTP'),
      detail: vscode.l10n.t('Falls back to HTTP+SSE if the server supports nothing else'),
    },
    sse: {
      label: 'HTTP+SSE',
      detail: vscode.l10n.t('Deprecated: use Streamable HTTP if the server supports it'),
    },
    ws: { label: vscode.l10n.t('WebSocket') },
  };
}

const askTransport: Step<Filled> = async (draft, place) => {
  const rows = transportRows();
  const items = transportNames.map((transport) => Object.assign(rows[transport], { transport }));
  const placeHolder = vscode.l10n.t('Select the transport');
  const active = items.find(({ transport }) => transport === draft.transport);
  const answer = await askPick(place, { placeHolder, items, active });
  if (answer.kind !== 'value') return answer;
  const { transport } = answer.value;
  // A program has no headers, and a URL no environment variables.
  const keeps = (transport === 'stdio') === (draft.transport === 'stdio');
  return value({ ...draft, transport, ...(!keeps && { values: [] }) });
};

const askCommand: Step<Filled> = async (draft, place) => {
  const answer = await askText(place, {
    prompt: vscode.l10n.t('Command, for example npx, uvx, node, docker, or a path'),
    placeHolder: 'npx',
    value: draft.command,
    check: (text) => words(commandProblem(text)),
  });
  if (answer.kind !== 'value') return answer;
  const { command, args } = splitProgram(answer.value);
  return value({ ...draft, command, args: args.length > 0 ? args : draft.args });
};

const askArguments: Step<Filled> = async (draft, place) => {
  const answer = await askText(place, {
    prompt: vscode.l10n.t('Arguments as in a terminal, quoted where needed. Can be empty.'),
    placeHolder: '-y @modelcontextprotocol/server-everything@2026.8.31',
    value: joinArguments(draft.args),
    check: (text) => (/["']/.test(text) ? unclosedQuote(text) : undefined),
  });
  return answer.kind === 'value' ? value({ ...draft, args: splitCommandLine(answer.value) }) : answer;
};

const askAddress: Step<Filled> = async (draft, place) => {
  const { transport } = draft;
  if (transport === 'stdio') return value(draft);
  const answer = await askText(place, {
    prompt: vscode.l10n.t('Server URL'),
    placeHolder: factsOf(transport).example,
    value: draft.url,
    check: (text) => words(addressProblem(completeAddress(text.trim()), transport)),
  });
  return answer.kind === 'value' ? value({ ...draft, url: completeAddress(answer.value.trim()) }) : answer;
};

function nameStep({ core }: App): Step<Filled> {
  return async (draft, place) => {
    const taken = new Set(core.configuration.value.servers.map(({ name }) => name));
    const answer = await askText(place, {
      prompt: vscode.l10n.t('Server name'),
      value: draft.name === '' ? draftName(draft) : draft.name,
      check: (text) => words(nameProblem(text, taken)),
    });
    return answer.kind === 'value' ? value({ ...draft, name: answer.value.trim() }) : answer;
  };
}

function targetStep(app: App): Step<Filled> {
  return async (draft, place: Place): Promise<Answer<Filled>> => {
    const items = targetsFor(app, [draftServer(draft)]);
    const placeHolder = vscode.l10n.t('Where should it be saved?');
    const answer = await askPick(place, { placeHolder, items });
    return answer.kind === 'value' ? value({ ...draft, target: answer.value.source }) : answer;
  };
}

function value<T>(draft: T): Answer<T> {
  return { kind: 'value', value: draft };
}

function unclosedQuote(text: string): string | undefined {
  const rest = text.replaceAll(/\\.|"(?:\\.|[^"\\])*"|'[^']*'/gs, '');
  return /["']/.test(rest) ? vscode.l10n.t('Unclosed quotation mark.') : undefined;
}
