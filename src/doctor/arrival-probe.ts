import { createHmac } from 'node:crypto';
import type { Derive } from '../platform/encryption/derivation-key';
import type { Clock } from '../platform/runtime/clock';
import { isSameText } from '../platform/runtime/same-text';

/** Milliseconds. The clocks of two machines may differ. */
const validMs = 300_000;
export const arrivalPath = '/auth/arrival';
const form = /^Bearer gatehouse-doctor\.(\d{1,15})\.([\w-]{43})$/;

/**
 * The test request of `doctor`, which asks how a request arrives. Its credential is an HMAC with a key that all instances on a
 * database share, so any instance can answer. It has a path of its own, which runs no operation: so the audit does not record
 * that an installation examines itself, and nobody can use the credential to hide an attempt from the audit.
 */
export class ArrivalProbe {
  constructor(
    private readonly derive: Derive,
    private readonly clock: Clock,
  ) {}

  /** The header `Authorization` of a test request. */
  authorization(): string {
    const at = String(this.clock().getTime());
    return `Bearer gatehouse-doctor.${at}.${this.hmacOf(at)}`;
  }

  isOwn(authorization: string): boolean {
    const [, at, hmac] = form.exec(authorization) ?? [];
    if (at === undefined || hmac === undefined) return false;
    return Math.abs(this.clock().getTime() - Number(at)) < validMs && isSameText(hmac, this.hmacOf(at));
  }

  private hmacOf(at: string): string {
    return createHmac('sha256', this.derive('doctor')).update(at).digest('base64url');
  }
}
