import { onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import type { DeliveryDeps } from '../receiver.ts'
import { testAuthority } from './http-sink.ts'

/** What adapters need, for one test: every name leads to this machine, which may be called unless the test says otherwise. */
export async function openDeps(allowedNetworks = ['127.0.0.0/8']): Promise<DeliveryDeps> {
  const guard = createGuard(
    { allowedNetworks, ownAddresses: [], allowedPorts: 'any' },
    { lookup: async () => [{ address: '127.0.0.1' }], ca: await testAuthority() },
  )
  onTestFinished(() => guard.close())
  return { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
}
