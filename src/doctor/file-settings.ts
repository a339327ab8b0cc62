import { readResources, takenNames } from '../accounts/applications/resources-file';
import { readClaimsTemplate } from '../accounts/tokens/claims-template';
import { openUserFields } from '../accounts/users/user-fields-file';
import type { Config } from '../compose/config';
import { labelsOf, readOpenidClaims } from '../features/openid/openid-claims-template';
import { ConfigError } from '../platform/config/config-error';
import { readLogo, readTheme } from '../platform/config/theme-files';

/** Finds files with which the server does not start. */
export function fileProblems({
  pages,
  userFields,
  tokenClaims,
  openidClaims,
  resources,
  organizations,
  ...own
}: Pick<
  Config,
  'pages' | 'userFields' | 'tokenClaims' | 'openidClaims' | 'resources' | 'organizations' | 'publicUrl' | 'jwtAudience'
>): string[] {
  const fields = openUserFields(userFields);
  const ofClaims = () => readOpenidClaims(openidClaims, () => fields.load());
  const reads = [
    () => readTheme(pages.themeCss),
    () => readLogo(pages.logo),
    () => fields.load(),
    () => readClaimsTemplate(tokenClaims, () => fields.load()),
    ofClaims,
    () => readResources(resources, () => takenNames(own, labelsOf(ofClaims(), organizations).keys())),
  ];
  const problems = reads.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [...error.problems];
      throw error;
    }
  });
  // Those of USER_FIELDS come back with each file that needs them.
  return [...new Set(problems)];
}

/** Whether clients that have a document could get tokens, but for no API. A file that cannot be read is a finding of its own. */
export function hasNothingForDocuments({
  clientMetadata,
  resources,
  ...own
}: Pick<Config, 'clientMetadata' | 'resources' | 'publicUrl' | 'jwtAudience'>): boolean {
  if (clientMetadata === null) return false;
  try {
    return readResources(resources, () => takenNames(own, [])).openToAny.length === 0;
  } catch {
    return false;
  }
}
