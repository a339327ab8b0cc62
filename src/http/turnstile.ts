import type { RequestListener } from 'node:http';
import { pathOf } from './request-line';

/** How many of a lane begin in one turn of the event loop. */
const aTurn = 2;

interface Lane {
  begun: number;
  waiting: (() => void)[];
}

/**
 * Lets the requests of a lane begin a few at a time, so that however many arrive in one turn of the event loop, what is
 * not in their lane is served between them, and so are those of the lane that are at work. `laneOf` names the
 * lane of a method and path; null: it does not wait.
 */
export function throughTurnstile(
  laneOf: (method: string | undefined, path: string) => string | null,
  handler: RequestListener,
): RequestListener {
  const lanes = new Map<string, Lane>();
  const laneNamed = (name: string): Lane => {
    const lane = lanes.get(name) ?? { begun: 0, waiting: [] };
    lanes.set(name, lane);
    return lane;
  };
  const turn = (lane: Lane) => {
    const next = lane.waiting.splice(0, aTurn);
    lane.begun = next.length;
    if (next.length > 0) setImmediate(turn, lane);
    for (const begin of next) begin();
  };
  return (req, res) => {
    const name = laneOf(req.method, pathOf(req.url ?? ''));
    if (name === null) return void handler(req, res);
    const lane = laneNamed(name);
    if (lane.begun === 0) setImmediate(turn, lane);
    if (lane.begun < aTurn && lane.waiting.length === 0) {
      lane.begun += 1;
      handler(req, res);
    } else {
      lane.waiting.push(() => void handler(req, res));
    }
  };
}
