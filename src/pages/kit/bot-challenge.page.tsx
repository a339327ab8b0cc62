import type { ViewContext } from './layout.page';

/** What a form needs to show that a person sends it. A puzzle is solved by the script: there is nothing to see or to do. */
export function BotChallengeField({ context: { words, frame } }: { context: ViewContext }) {
  const { botChallenge, challengeScript } = frame;
  if (botChallenge === null || challengeScript === null) return null;
  const { working, noScripts } = words.common.challenge;
  return (
    <>
      {botChallenge.kind === 'puzzle' ? (
        <>
          <input type="hidden" name="challenge" data-puzzle={JSON.stringify(botChallenge)} />
          <p role="status" class="unseen quiet small" data-working={working} />
        </>
      ) : (
        // The script of a site finds one of these names.
        <div
          class="cf-turnstile h-captcha g-recaptcha"
          data-sitekey={botChallenge.siteKey}
          data-action={botChallenge.action}
        />
      )}
      <noscript>
        <p class="note problem">{noScripts}</p>
      </noscript>
      <script src={challengeScript} defer />
    </>
  );
}
