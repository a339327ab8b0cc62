import type { Feature } from '../feature';
import { smsSettings } from './sms.settings';

export const smsFeature = { settings: [smsSettings] } satisfies Feature;
