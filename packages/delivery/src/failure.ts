import type { GuardCode, TransportCode } from './guard/types.ts'
import type { DeliveryCode } from './result.ts'

const FAILURES: Record<GuardCode | TransportCode, { code: DeliveryCode; retry: boolean }> = {
  invalid: { code: 'config', retry: false },
  scheme: { code: 'config', retry: false },
  credentials: { code: 'config', retry: false },
  port: { code: 'blocked', retry: false },
  'own-service': { code: 'blocked', retry: false },
  metadata: { code: 'blocked', retry: false },
  // A name may resolve to a wrong network for a while (during an outage, to the page of a router), so the delivery is retried.
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

/** The delivery code for a refusal of the guard or a failure of the transport, and whether to retry the delivery. */
export function failureOf(code: GuardCode | TransportCode): { code: DeliveryCode; retry: boolean } {
  return FAILURES[code]
}
