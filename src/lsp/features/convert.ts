import { type ExportClient, exportClients } from '../../core/config/model/dialects.ts';
import { convertConfig } from '../../core/config/sources/importServers.ts';
import type { ConvertedText } from '../../contract/language.ts';
import type { ConfigText } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';

type Conversion =
  | { readonly ok: true; readonly result: ConvertedText }
  | { readonly ok: false; readonly message: string };

/** The whole file in another client's form, as a new text: this one stays as it is. */
export function convertDocument({ text, kind }: ConfigText, client: unknown): Conversion {
  if (typeof client !== 'string' || !Object.hasOwn(exportClients, client))
    return { ok: false, message: l10n.t('There is no client called "{0}".', String(client)) };
  const converted = convertConfig(text, kind, client as ExportClient);
  if (!converted.ok) return converted;
  return { ok: true, result: { text: converted.text, language: converted.language, notes: converted.notes } };
}
