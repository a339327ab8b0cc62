export type OtherTabs = ReturnType<typeof createOtherTabs>;

/** Owns the channel to the other tabs, which opens when it is first needed. `name` is null if there are none. */
export function createOtherTabs(name: string | null, onMessage: (account: string | null) => void) {
  let channel: (BroadcastChannel & { unref?: () => void }) | null = null;

  function open() {
    if (channel !== null || name === null || typeof BroadcastChannel === 'undefined') return channel;
    channel = new BroadcastChannel(name);
    // In Node, an open channel would keep a command running.
    channel.unref?.();
    channel.onmessage = ({ data }: MessageEvent<{ account: string | null }>) => onMessage(data.account);
    return channel;
  }

  return {
    open,
    /** Tells which account has signed in (its id), or that the session has ended (null). */
    tell: (account: string | null) => open()?.postMessage({ account }),
    close(): void {
      channel?.close();
      channel = null;
    },
  };
}
