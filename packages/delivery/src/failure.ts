import type { GuardCode, TransportCode } from './guard/types.ts'
import type { DeliveryCode } from './result.ts'

const FAILURES: Record<GuardCode | TransportCode, { code: DeliveryCode; retry: boolean }> = {
  invalid: { code: 'config', retry: false },
  scheme: { code: 'config', retry: false },
  credentials: { code: 'config', retry: false },
  port: { code: 'blocked', retry: false },
  'own-service': { code: 'blocked', retry: false },
  metadata: { code: 'blocked', retry: false },
  // A name may lead to a wrong network for a while (a router's own page during an outage): an alarm is worth another try.
  private: { code: 'blocked', retry: true },
  loopback: { code: 'blocked', retry: true },
  'link-local': { code: 'blocked', retry: true },
  unresolvable: { code: 'unresolvable', retry: true },
  timeout: { code: 'timeout', retry: true },
  refused: { code: 'refused', retry: true },
  connect: { code: 'connect', retry: true },
  tls: { code: 'tls', retry: true },
  protocol: { code: 'protocol', retry: true },
  aborted: { code: 'aborted', retry: true },
}

/** What a refusal of the guard, or a failure on the way, means to a delivery: its code, and whether to try again. */
export function failureOf(code: GuardCode | TransportCode): { code: DeliveryCode; retry: boolean } {
  return FAILURES[code]
}
