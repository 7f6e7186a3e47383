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
  ['without an attempt is waiting', {}, { state: 'waiting', retryingSince: null }],
  [
    'with a failed attempt is retrying since its first attempt',
    { attempts: 2, firstAttemptAt: at(11), receiverFailingSince: at(5) },
    { state: 'retrying', retryingSince: at(11) },
  ],
  [
    'that was created while its receiver was failing is retrying since its creation',
    { receiverFailingSince: at(5) },
    { state: 'retrying', retryingSince: at(10) },
  ],
  [
    'whose receiver began to fail after its creation is retrying since that failure',
    { receiverFailingSince: at(20) },
    { state: 'retrying', retryingSince: at(20) },
  ],
  ['that was delivered is sent', { state: 'delivered', attempts: 3 }, { state: 'sent', retryingSince: null }],
  [
    'that failed permanently is given up, even while its receiver is failing',
    { state: 'dead', attempts: 3, receiverFailingSince: at(5) },
    { state: 'given-up', retryingSince: null },
  ],
])('a message %s', (_what, kept, expected) => {
  expect(deliveryStateOf({ ...fresh, ...kept })).toEqual(expected)
})
