import type { Config } from '../compose/config';
import { examineRedis } from '../platform/db/cluster/redis';
import { formatServer } from '../platform/db/cluster/redis-sentinel';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<CheckResult> {
  if (!redisUrl) return skipped(say`REDIS_URL is not set: rate limits are counted in the database`);
  try {
    const { master, ms, sentinels } = await examineRedis(redisUrl.reveal());
    const answers = say`Redis answers in ${ms.toFixed(1)} ms`;
    if (sentinels.length === 0) return ok(answers);
    const address = formatServer(master);
    const says = say`${answers}. The master is ${address}. Sentinels that answer: ${sentinels.filter((one) => one.master).length} of ${sentinels.length}`;
    const away = sentinels.filter((one) => !one.master).map((one) => formatServer(one.sentinel));
    if (away.length > 0) return warning(say`${says}. Check ${away.join(', ')}`);
    const outdated = sentinels.filter((one) => one.master && formatServer(one.master) !== address);
    return outdated.length === 0
      ? ok(says)
      : warning(
          say`${says}. Another master is named by ${outdated.map((one) => formatServer(one.sentinel)).join(', ')}`,
        );
  } catch (error) {
    return failure(
      say`Redis does not answer or accepts no writes, so each instance counts the rate limits for itself. Check REDIS_URL: ${messageOf(error)}`,
    );
  }
}
