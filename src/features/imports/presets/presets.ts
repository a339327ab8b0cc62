import type { Clock } from '../../../platform/runtime/clock';
import { readRows } from '../import-rows';
import { auth0 } from './auth0';
import { devise } from './devise';
import { django } from './django';
import { isFields } from './fields';
import { firebase } from './firebase';
import { resolveIdentities } from './identities';
import { readJsonElements } from './json-elements';
import { keycloak } from './keycloak';
import {
  type ExportFormat,
  type Fields,
  type MappingContext,
  type Preset,
  type PresetLine,
  type PresetName,
  type PresetOptions,
  UnusableRecordError,
} from './preset';
import { supabase } from './supabase';
import { wordpress } from './wordpress';

const formats: Readonly<Record<PresetName, ExportFormat>> = {
  firebase,
  auth0,
  supabase,
  keycloak,
  django,
  wordpress,
  devise,
};

/** Returns the preset for the exports of a service. */
export function createPreset(name: PresetName, options: PresetOptions, clock: Clock): Preset {
  const format = formats[name];
  const context: MappingContext = { firebase: options.firebase, providers: options.providers, now: clock() };
  const toLine = (record: Fields): MappedRecord => {
    const { identities, leftOut } = resolveIdentities(format.toIdentities?.(record, context) ?? [], options.providers);
    const password = options.withoutPasswords ? null : format.toPassword(record, context);
    return { record: { ...format.toLine(record, context), password, identities }, leftOutIdentities: leftOut };
  };
  return {
    name,
    async *read(source) {
      const { array, content, group } = format;
      const records =
        array === null
          ? readRows(source, content)
          : readJsonElements(source, { array, content, group, chosen: options.realm });
      for await (const entry of records) yield 'problem' in entry ? entry : mapped(entry, toLine);
    },
  };
}

type MappedRecord = Required<Pick<Extract<PresetLine, { record: unknown }>, 'record' | 'leftOutIdentities'>>;

function mapped(
  { line, element, record }: Extract<PresetLine, { record: unknown }>,
  toLine: (record: Fields) => MappedRecord,
): PresetLine {
  if (!isFields(record)) return { line, element, problem: 'is not a JSON object' };
  try {
    return { line, element, ...toLine(record) };
  } catch (error) {
    if (!(error instanceof UnusableRecordError)) throw error;
    return { line, element, problem: error.message };
  }
}
