import type { AppError } from '../../platform/errors/app-error';
import { BotChallengeField } from '../kit/bot-challenge.page';
import { CodeField, Form, Problem, TelField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { type AccountFrame, Actions, pageBelow } from './account-shell.page';

interface TelProps extends AccountFrame {
  tel: string | undefined;
  /** Whether the address of the account is verified. */
  isOpen: boolean;
  problem: AppError | null;
}

/** Asks for the number that gets the code. */
export function TelPage({ tel, isOpen, problem, nav }: TelProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.tel;
  return pageBelow(
    context,
    { title: texts.title, section: '/account', nav },
    isOpen ? (
      <>
        <p class="quiet">{texts.text}</p>
        <Problem problem={problem} words={words} />
        <Form action={`${frame.base}/account/phone`}>
          <TelField value={tel} words={words} problem={problem} optional={false} />
          <BotChallengeField context={context} />
          <Actions label={texts.send} cancel="/account" context={context} />
        </Form>
      </>
    ) : (
      <p>{texts.emailFirst}</p>
    ),
  );
}

/** Waits for the code. */
export function TelCodePage(
  { tel, problem, nav }: { tel: string; problem: AppError | null } & AccountFrame,
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const texts = words.account.tel;
  const { wrong } = words.common.code;
  return pageBelow(
    context,
    { title: texts.title, section: '/account', shownOnce: true, nav },
    <>
      <p role="status">{texts.sent(tel)}</p>
      <Problem problem={problem} words={words} own={{ INVALID_TOKEN: problem?.attemptsLeft ? wrong : texts.over }} />
      <Form action={`${frame.base}/account/phone/code`}>
        <input type="hidden" name="tel" value={tel} />
        <CodeField words={words} problem={problem} />
        <Actions label={texts.confirm} cancel="/account/phone" context={context} />
      </Form>
    </>,
  );
}
