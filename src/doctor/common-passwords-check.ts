import type { CommonPasswordsRule } from '../accounts/passwords/password-policy.settings';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, ok, skipped } from './check-result';

const results: Readonly<Record<CommonPasswordsRule, CheckResult>> = {
  pages: ok(
    say`COMMON_PASSWORDS is pages: common passwords and own words are rejected, but not in registrations through the APIs`,
  ),
  on: ok(say`COMMON_PASSWORDS is on: common passwords and own words are rejected everywhere`),
  off: skipped(say`COMMON_PASSWORDS is off: common passwords and own words are accepted`),
};

export const checkCommonPasswords = (rule: CommonPasswordsRule): CheckResult => results[rule];
