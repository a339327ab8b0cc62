/** Tells the other tabs which account has signed in (its id), or that the session has ended (null). */
export interface OtherTabs {
  tell(account: string | null): void;
  close(): void;
}

export function openOtherTabs(name: string | null, onMessage: (account: string | null) => void): OtherTabs {
  if (name === null || typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} };
  const channel: BroadcastChannel & { unref?: () => void } = new BroadcastChannel(name);
  // In Node, an open channel would keep a command running.
  channel.unref?.();
  channel.onmessage = ({ data }: MessageEvent<{ account: string | null }>) => onMessage(data.account);
  return {
    tell: (account) => channel.postMessage({ account }),
    close: () => channel.close(),
  };
}
