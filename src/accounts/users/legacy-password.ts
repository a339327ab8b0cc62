/** The stored hash of an account whose password only the old service knows. It is not a hash. */
export const legacyPassword = '$legacy$';
