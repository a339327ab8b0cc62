import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
const args =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Playwright's default is 30 s, which is too short on a busy machine. */
export const patienceMs = 120_000;

export const describeInChromium = existsSync(executablePath) ? describe : describe.skip;
export const needsChromium = `skipped without ${executablePath}; set CHROMIUM_PATH`;
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: args.split(' '), timeout: patienceMs });
