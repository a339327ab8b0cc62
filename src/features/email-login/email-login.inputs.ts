import { z } from 'zod';
import { tokenFields, tokenOptionsOf } from '../../accounts/auth/auth.inputs';
import type { RequestProof } from '../../platform/one-time-tokens/one-time-token';
import { exampleOneTimeToken, mailedCode } from '../../platform/one-time-tokens/token-proof.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { optionalTextWith, textWith, typedString, typedText } from '../../platform/request/input-parser';

export const requestEmailLoginInput = z
  .object({
    email: textWith(email).meta({
      description: 'The e-mail address of the account. Upper and lower case make no difference.',
      example: 'ada@example.com',
    }),
    linkToken: typedText.nullish().meta({
      description: 'The token of a `link` that came with `LINK_REQUIRED`: the mail then also connects the provider.',
      example: exampleOneTimeToken,
    }),
  })
  .meta({ description: 'The address that `requestEmailLogin` sends an e-mail to.' });

const eitherOne = 'The client sends either the code or the link.';

export const completeEmailLoginInput = z
  .object({
    token: typedString.meta({
      description: 'The token that `requestEmailLogin` returned to this client.',
      example: exampleOneTimeToken,
    }),
    code: optionalTextWith(mailedCode).meta({
      description: `The code of the e-mail: 6 digits. White space and hyphens between the digits make no difference. ${eitherOne}`,
      example: '402913',
    }),
    link: typedText.nullish().meta({
      description: `The token in the link of the e-mail: 64 characters. ${eitherOne}`,
      example: exampleOneTimeToken,
    }),
    ...tokenFields,
  })
  .transform(({ token: request, code, link, ...tokens }, ctx): { proof: RequestProof; options: TokenOptions } => {
    const options = tokenOptionsOf(tokens);
    if (typeof code === 'string' && typeof link !== 'string') return { proof: { request, mailed: { code } }, options };
    if (typeof link === 'string' && typeof code !== 'string') return { proof: { request, mailed: { link } }, options };
    const message =
      typeof code === 'string' ? 'must not be sent together with `link`' : 'is required, unless `link` is sent';
    ctx.addIssue({ code: 'custom', path: ['code'], message });
    return z.NEVER;
  })
  .meta({ description: 'The token of a request, and what its e-mail contains, for `completeEmailLogin`.' });

type TokenOptions = ReturnType<typeof tokenOptionsOf>;
