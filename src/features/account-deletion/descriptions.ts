export const erasureDescription =
  'The time at which Gatehouse erases the account. Until then the account can be restored.';
