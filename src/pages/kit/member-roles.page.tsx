import type { AppError } from '../../platform/errors/app-error';
import type { Words } from '../words/en';
import { Check, Choices } from './form.page';
import { roleField } from './role-fields';

/** The roles of a member of an organization. */
export const RoleTags = ({ roles }: { roles: readonly string[] }) => (
  <span class="tags">
    {roles.map((role) => (
      <span class="tag">{role}</span>
    ))}
  </span>
);

interface RoleBoxesProps {
  /** Those to choose from. */
  roles: readonly string[];
  chosen: readonly string[];
  problem: AppError | null;
  words: Words;
}

/** The question which roles a member has. */
export function RoleBoxes({ roles, chosen, problem, words }: RoleBoxesProps) {
  const texts = words.common.organization;
  return (
    <Choices name="roles" legend={texts.roles} error={texts.oneToFive} words={words} problem={problem}>
      {roles.map((role) => (
        <Check
          name={roleField(role)}
          label={role}
          hint={texts.roleHints[role] ?? texts.ownRoleHint}
          checked={chosen.includes(role)}
        />
      ))}
    </Choices>
  );
}
