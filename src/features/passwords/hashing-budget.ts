import type { HashEngine } from './hash-engine';
import { type HashParameters, hashParameters } from './hash-parameters';

export interface AffordableHash {
  parameters: HashParameters;
  /** The measured time of one hash while no other hash runs. */
  ms: number;
}

/** KiB. Up to HASH_CONCURRENCY hashes use this much memory. Above this, further passes cost an attacker as much. */
const mostMemory = 256 * 1024;
const attempts = 4;

/**
 * Returns the most expensive argon2id parameters with which one hash takes at most `budgetMs` on this machine. Returns
 * null if a hash with the minimum parameters takes longer.
 */
export async function affordableWithin(engine: HashEngine, budgetMs: number): Promise<AffordableHash | null> {
  // Uses the faster of two measurements, because the first measurement includes the allocation of the memory.
  const measure = async (parameters: HashParameters): Promise<number> => {
    const times = [];
    for (let i = 0; i < 2; i += 1) {
      const startedAt = performance.now();
      await engine.hash('correct horse battery staple', parameters);
      times.push(performance.now() - startedAt);
    }
    return Math.min(...times);
  };
  let parameters = hashParameters;
  let ms = await measure(parameters);
  if (ms > budgetMs) return null;
  let best: AffordableHash = { parameters, ms };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const next = scale(parameters, (budgetMs * 0.97) / ms);
    if (costOf(next) === costOf(parameters)) break;
    parameters = next;
    ms = await measure(parameters);
    if (ms <= budgetMs && costOf(parameters) > costOf(best.parameters)) best = { parameters, ms };
  }
  return best;
}

/** The time of a hash is proportional to memory × passes. */
function scale({ memoryCost, timeCost, parallelism }: HashParameters, factor: number): HashParameters {
  const wanted = memoryCost * timeCost * factor;
  const passes = Math.max(hashParameters.timeCost, Math.floor(wanted / mostMemory));
  const mebibytes = Math.floor(Math.min(mostMemory, wanted / passes) / 1024);
  return { memoryCost: Math.max(hashParameters.memoryCost, mebibytes * 1024), timeCost: passes, parallelism };
}

const costOf = ({ memoryCost, timeCost }: HashParameters): number => memoryCost * timeCost;
