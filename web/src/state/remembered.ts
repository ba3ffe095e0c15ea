/** Small choices that survive a reload. */

import { readStored, writeStored } from './storage';

/** What was chosen last time, where it was; else the standard. */
export function remembered<Value extends object>(key: string, standard: Value): Value {
  const kept = readStored(`sixfold.${key}`);
  return { ...standard, ...(kept && typeof kept === 'object' ? (kept as Partial<Value>) : {}) };
}

export function remember(key: string, value: object): void {
  writeStored(`sixfold.${key}`, value);
}
