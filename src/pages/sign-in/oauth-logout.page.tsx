import type { LogoutPlan, LogoutRequest } from '../../features/openid/logout.service';
import { Form } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';

interface Props extends Pick<LogoutPlan, 'client' | 'goTo' | 'isWrong'> {
  request: LogoutRequest;
  /** Of the person who is signed in. Null if nobody is. */
  email: string | null;
}

/** An application has sent the person here, and has not shown that it means this person. */
export function OauthLogoutPage(props: Props, { words, frame }: ViewContext): Content {
  const { client, goTo, isWrong, request, email } = props;
  const { logout, login } = words.signIn;
  const title = email === null ? logout.done : logout.title;
  return {
    title,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{title}</h1>
          {email !== null && (
            <>
              <p class="lead">{client ? logout.asked(client.name) : logout.text}</p>
              <p class="quiet">
                <bdi>{email}</bdi>
              </p>
            </>
          )}
        </div>
        {/* A person who is signed out has done nothing wrong. */}
        {isWrong && (
          <p role="alert" class={email === null ? 'note' : 'note problem'}>
            {login.unknownReturn}
          </p>
        )}
        {email !== null && (
          <Form action={`${frame.base}/oauth/logout`}>
            <input type="hidden" name="confirmed" value="yes" />
            {goTo !== null && (
              <>
                <input type="hidden" name="client_id" value={client?.id} />
                <input type="hidden" name="post_logout_redirect_uri" value={request.postLogoutRedirectUri ?? ''} />
                {request.state !== null && <input type="hidden" name="state" value={request.state} />}
              </>
            )}
            <button type="submit" class="wide-button">
              {logout.action}
            </button>
          </Form>
        )}
        <p>
          {goTo !== null ? (
            <a href={goTo}>{words.common.backTo(client?.name ?? '')}</a>
          ) : (
            <a href={frame.home ?? frame.base}>{email === null ? words.common.continue : words.common.cancel}</a>
          )}
        </p>
      </div>
    ),
  };
}
