import { z } from 'zod';
import { isProviderId } from '../../accounts/providers/providers.settings';
import { mostIdentities, type ProviderAccount } from '../../accounts/users/identity';
import { isServiceUrl } from '../../platform/config/setting';
import { reasons } from '../../platform/errors/app-error';
import { hasAtMost, line, typedString } from '../../platform/request/input-parser';
import type { ProviderNames } from './provider-names';

/** Characters. An entry of the unique index has an issuer and a subject, and at most 2704 bytes. */
const longest = { issuer: 255, subject: 255, email: 254 } as const;

const textUpTo = (most: number) =>
  line.refine((text) => hasAtMost(most, text), { error: `must have at most ${most} characters`, abort: true });
const optional = <Rule extends z.ZodType<unknown, string>>(rule: Rule) =>
  z.string(reasons.notAString).pipe(rule).nullish();

const entrySchema = z.strictObject(
  {
    provider: optional(line.refine(isProviderId, 'must be the id of a provider, such as google')),
    issuer: optional(
      textUpTo(longest.issuer).refine(
        (text) => !/\s/.test(text) && isServiceUrl(text),
        'must be an https:// URL without query or fragment',
      ),
    ),
    subject: typedString.pipe(textUpTo(longest.subject).refine((text) => text !== '', 'must not be empty')),
    email: optional(textUpTo(longest.email)),
  },
  'must be an object',
);

/** Creates the schema of the identities of a line. A problem names the entry, from 1, and contains no value of it. */
export const identitiesSchema = (providers: ProviderNames) =>
  z
    .array(z.unknown(), 'must be a list of objects')
    .max(mostIdentities, `must have at most ${mostIdentities} entries`)
    .nullish()
    .transform((entries, ctx): ProviderAccount[] => {
      const identities = (entries ?? []).flatMap((entry, i) => {
        const identity = parseIdentity(entry, providers);
        if (typeof identity !== 'string') return [identity];
        ctx.addIssue({ code: 'custom', message: `entry ${i + 1}: ${identity}` });
        return [];
      });
      const isTwice = new Set(identities.map(identityKey)).size < identities.length;
      if (isTwice) ctx.addIssue({ code: 'custom', message: 'must not have an identity twice' });
      return identities;
    });

/** A text that only this identity has: an issuer contains no white space. */
export const identityKey = ({ issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>): string =>
  `${issuer} ${subject}`;

/** Returns the identity, or what is wrong. */
function parseIdentity(entry: unknown, providers: ProviderNames): ProviderAccount | string {
  const { data, error } = entrySchema.safeParse(entry);
  if (!data) return problemOf(error?.issues[0]);
  const { provider, subject } = data;
  const issuer = data.issuer ?? (provider == null ? null : providers.issuerOf(provider));
  if (issuer === null) {
    return provider == null
      ? 'provider or issuer is required'
      : 'issuer is required, because the provider does not tell it';
  }
  if (providers.isShared(issuer)) return 'issuer must be that of a tenant of Microsoft';
  return { provider: provider ?? providers.nameOf(issuer), issuer, subject, email: data.email || null };
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return 'has a field that is none of an identity';
  return [...(issue?.path ?? []), issue?.message].join(' ');
}
