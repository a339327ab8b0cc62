import { inUtf8 } from './decoded-file';
import { type FieldMap, readAnyRows } from './import-rows';
import type { Preset, PresetLine } from './presets/preset';

/** A record of a file: a line of the import format to check, or why there is none. */
export type ImportRecord = PresetLine;

/** Where a record is in the file. */
export type ImportPlace = Pick<ImportRecord, 'line' | 'element'>;

/** Reads the import format, in which fields can have other names, or with a preset the export of another service. */
export const readImportRecords = (
  source: AsyncIterable<Buffer>,
  preset: Preset | null,
  fields: FieldMap = new Map(),
): AsyncIterable<ImportRecord> => (preset ? preset.read(inUtf8(source)) : readAnyRows(inUtf8(source), fields));
