import type { ProtectedResource } from '../../accounts/applications/protected-resource';
import { type ConnectedApp, shownNameOf } from '../../features/openid/connected-app';
import type { AppError } from '../../platform/errors/app-error';
import { Form, Note, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { AccessList } from '../kit/scope-list.page';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import { type AccountFrame, Actions, accountPage, pageBelow } from './account-shell.page';

export type AppsNote = keyof Words['account']['apps']['done'];

interface AppsProps extends AccountFrame {
  apps: readonly ConnectedApp[];
  /** Those of RESOURCES. */
  resources: readonly ProtectedResource[];
  note: AppsNote | null;
}

export function AppsPage({ apps, resources, note, nav }: AppsProps, context: ViewContext): Content {
  const texts = context.words.account.apps;
  return accountPage(
    context,
    { title: texts.title, section: '/account/apps', nav },
    <>
      {note && <Note>{texts.done[note]}</Note>}
      <section class="card stack">
        {apps.length > 0 ? (
          <>
            <p class="quiet">{texts.text}</p>
            <ul class="rows">
              {apps.map((app) => (
                <AppRow app={app} resources={resources} context={context} />
              ))}
            </ul>
          </>
        ) : (
          <p class="empty">{texts.none}</p>
        )}
      </section>
    </>,
  );
}

interface AppRowProps extends Pick<AppsProps, 'resources'> {
  app: ConnectedApp;
  context: ViewContext;
}

function AppRow({ app, resources, context }: AppRowProps) {
  const { words, frame } = context;
  const texts = words.account.apps;
  const { id, scopes, connectedTs, lastUsedTs } = app;
  const name = shownNameOf(app);
  const reached = resources
    .filter((resource) => app.resources.includes(resource.id))
    .map((resource) => ({
      resource,
      scopes: scopes.filter((scope) => app.reached.includes(`${resource.id} ${scope}`)),
    }));
  return (
    <li>
      <div>
        <h2 class="row-name">
          <bdi>{name}</bdi>
        </h2>
        <AccessList scopes={scopes} reached={reached} context={context} />
        <p class="quiet small">
          {texts.connected} <Time at={connectedTs} locale={frame.locale} />
          {lastUsedTs && (
            <>
              {' · '}
              {words.account.security.lastUsed} <Time at={lastUsedTs} locale={frame.locale} />
            </>
          )}
        </p>
      </div>
      <a href={`${frame.base}/account/apps/${id}/disconnect`} aria-label={`${texts.disconnect}: ${name}`}>
        {texts.disconnect}
      </a>
    </li>
  );
}

interface DisconnectProps extends AccountFrame {
  app: Pick<ConnectedApp, 'id' | 'host' | 'name'>;
  problem: AppError | null;
}

export function DisconnectAppPage({ app, problem, nav }: DisconnectProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.apps;
  const name = shownNameOf(app);
  return pageBelow(
    context,
    { title: name, section: '/account/apps', nav },
    <>
      <Problem problem={problem} words={words} />
      <p>{texts.disconnectText(name)}</p>
      <Form action={`${frame.base}/account/apps/${app.id}/disconnect`}>
        <Actions label={texts.disconnect} cancel="/account/apps" danger context={context} />
      </Form>
    </>,
  );
}
