import { devicePaths } from '../../accounts/applications/device-authorization';
import type { DeviceQuestion } from '../../features/devices/devices.service';
import type { AppError } from '../../platform/errors/app-error';
import { deviceName } from '../../platform/request/device-name';
import type { Locale } from '../../platform/request/locale';
import { Fact } from '../kit/fact.page';
import { Field, Form, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { AccessList } from '../kit/scope-list.page';
import type { Words } from '../words/en';
import { DecisionButtons, OtherAccount } from './consent.page';

const path = devicePaths.page;

/** The field is always empty: a code that somebody sends would else need only a click (RFC 8628, section 5.4). */
export function DeviceCodePage(
  { email, problem }: { email: string; problem: AppError | null },
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { device, consent } = words.signIn;
  return {
    title: device.title,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{device.title}</h1>
          <p class="lead">{consent.signedIn(email)}</p>
        </div>
        <Problem problem={problem} words={words} own={{ INVALID_TOKEN: device.wrong }} />
        <Form action={frame.base + path}>
          <Field
            name="userCode"
            label={device.code}
            words={words}
            autocomplete="off"
            hint={device.text}
            problem={problem}
            autofocus
            code="text"
          />
          <button type="submit" class="wide-button">
            {words.common.continue}
          </button>
        </Form>
        <OtherAccount returnTo={path} context={context} />
      </div>
    ),
  };
}

interface QuestionProps extends DeviceQuestion {
  userCode: string;
  email: string;
  userId: string;
}

/** Asks whether the device gets what it asks for, and says where it is: the person may have been sent the code. */
export function DeviceQuestionPage(props: QuestionProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { client, device: asking, resource, agoS, userCode, email, userId } = props;
  const { device, consent } = words.signIn;
  const title = device.question(client.name);
  return {
    title,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{title}</h1>
          <p class="lead">{consent.signedIn(email)}</p>
        </div>
        <p class="note problem">{device.warning}</p>
        <dl class="facts">
          <Fact name={device.started}>{agoIn(frame.locale, agoS)}</Fact>
          <Fact name={device.address}>{asking.ip ?? words.account.sessions.unknownAddress}</Fact>
          <Fact name={device.program}>
            <bdi>{programOf(asking.userAgent, words)}</bdi>
          </Fact>
        </dl>
        <div class="stack">
          <p>{consent.lets(client.name)}</p>
          <AccessList
            scopes={asking.scopes}
            reached={resource ? [{ resource, scopes: asking.scopes }] : []}
            context={context}
          />
        </div>
        <Form action={frame.base + path}>
          <input type="hidden" name="user_code" value={userCode} />
          <input type="hidden" name="user_id" value={userId} />
          <DecisionButtons words={words} />
        </Form>
        <p>
          <a href={frame.base + path} class="calm">
            {device.other}
          </a>
        </p>
        <OtherAccount returnTo={path} context={context} />
      </div>
    ),
  };
}

export function DeviceDonePage({ note }: { note: 'allowed' | 'denied' }, { words, frame }: ViewContext): Content {
  const { title, text } = words.signIn.device.done[note];
  return {
    title,
    body: (
      <div class="card stack">
        <h1>{title}</h1>
        <p role="status">{text}</p>
        <p>
          <a href={frame.home ?? frame.base}>{words.common.notFound.home}</a>
        </p>
      </div>
    ),
  };
}

/** Seconds, and minutes from two on. */
function agoIn(locale: Locale, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  return seconds < 120 ? format.format(-seconds, 'second') : format.format(-Math.floor(seconds / 60), 'minute');
}

/** RFC 9110, section 10.1.5: the product. Anyone can send any name, so it is one word, which is no sentence of the page. */
const product = /^[A-Za-z][\w.-]{0,29}(?=\/)/;

function programOf(userAgent: string | null, { account: { sessions } }: Words): string {
  const { browser, system } = deviceName(userAgent);
  const program = browser ?? product.exec(userAgent ?? '')?.[0] ?? null;
  return program && system ? sessions.device(program, system) : (program ?? system ?? sessions.unknownDevice);
}
