declare module 'fs-native-extensions' {
  /** Locks the whole open file exclusively. Returns false if another open file has the lock. */
  export function tryLock(fd: number): boolean;
}
