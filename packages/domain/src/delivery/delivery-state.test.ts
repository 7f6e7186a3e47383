import { expect, it } from 'vitest'
import { deliveryStateOf, type KeptDelivery } from './delivery-state.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const fresh: KeptDelivery = {
  state: 'pending',
  attempts: 0,
  createdAt: at(10),
  firstAttemptAt: null,
  receiverFailingSince: null,
}

it.each<[string, Partial<KeptDelivery>, object]>([
  ['that nobody has tried waits', {}, { state: 'waiting', retryingSince: null }],
  [
    'that was tried in vain is being retried since then',
    { attempts: 2, firstAttemptAt: at(11), receiverFailingSince: at(5) },
    { state: 'retrying', retryingSince: at(11) },
  ],
  [
    'behind others that fail is being retried since it was made',
    { receiverFailingSince: at(5) },
    { state: 'retrying', retryingSince: at(10) },
  ],
  [
    'whose receiver began to fail later is being retried since then',
    { receiverFailingSince: at(20) },
    { state: 'retrying', retryingSince: at(20) },
  ],
  ['that arrived was sent', { state: 'delivered', attempts: 3 }, { state: 'sent', retryingSince: null }],
  [
    'that failed for good was given up, whatever its receiver does',
    { state: 'dead', attempts: 3, receiverFailingSince: at(5) },
    { state: 'given-up', retryingSince: null },
  ],
])('a message %s', (_what, kept, expected) => {
  expect(deliveryStateOf({ ...fresh, ...kept })).toEqual(expected)
})
