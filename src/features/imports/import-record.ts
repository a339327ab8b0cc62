import { readImportLines } from './import-lines';
import type { Preset, PresetLine } from './presets/preset';

/** A record of a file: a line of the import format to check, or why there is none. */
export type ImportRecord = PresetLine;

/** Where a record is in the file. */
export type ImportPlace = Pick<ImportRecord, 'line' | 'element'>;

/** Reads the import format, or with a preset the export of another service. */
export async function* readImportRecords(
  source: AsyncIterable<Buffer>,
  preset: Preset | null,
): AsyncGenerator<ImportRecord> {
  if (preset) yield* preset.read(source);
  else for await (const line of readImportLines(source)) yield { ...line, element: null };
}
