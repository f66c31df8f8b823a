import type { Signal } from '@preact/signals-core';
import type { Selection } from '../../contract/inspector.ts';

/** The server and tool that every page of this window shows. */
export type SelectionSignal = Signal<Selection>;
