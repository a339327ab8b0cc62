import type { TelCountry } from '../../features/tel/tel.answers';
import { Form } from '../kit/form.page';
import type { ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import { Aside, Table } from './console-parts.page';

/** The countries of codes by SMS, with the share that was confirmed. */
export function TelCountries({ countries, context }: { countries: readonly TelCountry[]; context: ViewContext }) {
  const { words, frame } = context;
  const { tel, mails } = words.console;
  const nameIn = new Intl.DisplayNames(frame.locale, { type: 'region' });
  const percent = new Intl.NumberFormat(frame.locale, { style: 'percent' });
  const head = [tel.country, tel.sent, tel.confirmed, mails.state];
  return (
    <section class="stack" aria-labelledby="countries">
      <h2 id="countries">{tel.title}</h2>
      <Table caption={tel.caption} head={head}>
        {countries.map(({ country, sent, confirmed, pausedUntilTs }) => (
          <tr>
            <th scope="row">{nameIn.of(country)}</th>
            <td>{sent}</td>
            <td>{percent.format(sent === 0 ? 0 : confirmed / sent)}</td>
            <td>
              <span class={`tag ${pausedUntilTs ? 'bad' : 'good'}`}>{pausedUntilTs ? tel.paused : tel.open}</span>
              {pausedUntilTs && (
                <>
                  <Aside>
                    {tel.until} <Time at={pausedUntilTs} locale={frame.locale} />
                  </Aside>
                  <Form action={`${frame.base}/console/countries/${country}`}>
                    <button type="submit" class="plain">
                      {tel.resume}
                    </button>
                  </Form>
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
