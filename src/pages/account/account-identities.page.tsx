import type { AppError } from '../../platform/errors/app-error';
import { Form, Problem } from '../kit/form.page';
import { Icon } from '../kit/icons.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { labelOf } from '../kit/provider';
import { ProviderMark } from '../kit/provider-mark.page';
import { withReturn } from '../kit/return-to';
import { type AccountFacts, offersOf } from './account-facts';
import {
  type AccountFrame,
  Actions,
  AddedAndUsed,
  ownProblems,
  type Proof,
  ProofForm,
  pageBelow,
} from './account-shell.page';

interface IdentityRowsProps {
  facts: AccountFacts;
  returnTo: string | null;
  context: ViewContext;
}

/** Those that are connected, and a button for each other provider. */
export function IdentityRows({ facts, returnTo, context }: IdentityRowsProps) {
  const { identities, providers, isActing } = facts;
  const offers = offersOf(facts);
  const { words, frame } = context;
  const { identities: texts } = words.account;
  const path = `${frame.base}/account/security`;
  if (identities.length === 0 && providers.length === 0) return null;
  const others = providers.filter(({ id }) => !identities.some(({ provider }) => provider === id));
  return (
    <>
      <li>
        <Icon name="link" />
        <div>
          <h2>{texts.title}</h2>
          <p class="quiet">{texts.text}</p>
        </div>
      </li>
      {identities.map((identity) => {
        const { id, provider, email, createdTs, lastUsedTs } = identity;
        return (
          <li class="inner">
            <ProviderMark
              provider={{ id: provider, label: labelOf(providers, provider) }}
              icons={frame.providerIcons}
            />
            <div>
              <h3>{labelOf(providers, provider)}</h3>
              {email && (
                <p class="quiet">
                  <bdi>{email}</bdi>
                </p>
              )}
              <AddedAndUsed createdTs={createdTs} lastUsedTs={lastUsedTs} context={context} />
              {!isActing && !offers.disconnect(identity) && <OnlyWayIn facts={facts} context={context} />}
            </div>
            {offers.disconnect(identity) && (
              <a
                href={withReturn(`${path}/identities/${id}/remove`, returnTo)}
                aria-label={`${texts.disconnect}: ${labelOf(providers, provider)}`}
              >
                {texts.disconnect}
              </a>
            )}
          </li>
        );
      })}
      {others.map(({ id, label }) => (
        <li class="inner">
          <ProviderMark provider={{ id, label }} icons={frame.providerIcons} />
          <div>
            <h3>{label}</h3>
          </div>
          {offers.addWayIn && (
            <Form action={`${path}/providers/${id}`} returnTo={returnTo}>
              <button type="submit" class="second">
                {texts.connect(label)}
              </button>
            </Form>
          )}
        </li>
      ))}
    </>
  );
}

/** Says that this provider cannot be disconnected, and what the person does before. */
function OnlyWayIn({ facts, context }: { facts: AccountFacts; context: ViewContext }) {
  return (
    <>
      <p class="quiet">{context.words.account.identities.onlyWayIn}</p>
      <OtherWays
        class="links"
        canAddPasskey={facts.passkeys && offersOf(facts).addWayIn}
        returnTo={null}
        context={context}
      />
    </>
  );
}

interface OtherWaysProps {
  class: string;
  canAddPasskey: boolean;
  returnTo: string | null;
  context: ViewContext;
}

/** What the person can add who has nothing but a provider. */
const OtherWays = ({ class: look, canAddPasskey, returnTo, context: { words, frame } }: OtherWaysProps) => (
  <ul class={look}>
    <li>
      <a href={`${frame.base}/forgot`}>{words.account.setPassword}</a>
    </li>
    {canAddPasskey && (
      <li>
        <a href={withReturn(`${frame.base}/account/security/passkeys/add`, returnTo)}>
          {words.account.addPasskey.title}
        </a>
      </li>
    )}
  </ul>
);

interface ConnectProps extends AccountFrame {
  email: string;
  /** What the person has come back with from the provider. Null after a sign-in. */
  code: string | null;
  returnTo: string | null;
  proof: Proof;
  problem: AppError | null;
}

/** Connects the account at the provider, from which the person has come back, or whose address is that of this account. */
export function ConnectPage(props: ConnectProps, context: ViewContext): Content {
  const { email, code, proof, problem, returnTo, nav } = props;
  const { words } = context;
  const { confirm } = words.account.identities;
  return pageBelow(
    context,
    { title: confirm.title, section: '/account/security', nav },
    <>
      <Problem problem={problem} words={words} own={ownProblems(words)} />
      <p>{confirm.text(email)}</p>
      <ProofForm
        action="/account/security/connect"
        {...{ proof, problem, returnTo, context }}
        fields={code !== null && <input type="hidden" name="code" value={code} />}
      >
        <Actions label={confirm.action} cancel="/account/security" context={context} />
      </ProofForm>
    </>,
  );
}

export function ConnectFailedPage(
  { problem, nav }: AccountFrame & { problem: AppError },
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { confirm, taken, problem: rejected } = words.account.identities;
  const own = { CONFLICT: taken, INVALID_TOKEN: rejected, EMAIL_NOT_VERIFIED: words.account.security.confirmFirst };
  return pageBelow(
    context,
    { title: confirm.title, section: '/account/security', nav },
    <>
      <Problem problem={problem} words={words} own={own} />
      <p>
        <a href={`${frame.base}/account/security`}>{words.common.back}</a>
      </p>
    </>,
  );
}

interface DisconnectProps extends AccountFrame {
  id: string;
  label: string;
  canAddPasskey: boolean;
  returnTo: string | null;
  problem: AppError | null;
}

export function DisconnectPage(props: DisconnectProps, context: ViewContext): Content {
  const { id, label, canAddPasskey, problem, returnTo, nav } = props;
  const { words, frame } = context;
  const here = withReturn(`/account/security/identities/${id}/remove`, returnTo);
  const texts = words.account.identities;
  return pageBelow(
    context,
    { title: label, section: '/account/security', nav },
    <>
      <Problem problem={problem} words={words} own={{ CONFLICT: texts.onlyWayIn }} />
      {problem?.code === 'CONFLICT' && (
        <OtherWays class="bullets" canAddPasskey={canAddPasskey} returnTo={here} context={context} />
      )}
      <p>{texts.disconnectText(label)}</p>
      <Form action={`${frame.base}/account/security/identities/${id}/remove`} returnTo={returnTo}>
        <Actions label={texts.disconnect} cancel="/account/security" danger context={context} />
      </Form>
    </>,
  );
}
