import { example } from '../example.ts'
import { createReceiver, resendDeliveries, updateReceiver } from './operations.ts'

export const receiversExamples = [
  example(createReceiver, {
    body: { kind: 'email', name: 'Control room', config: { recipients: ['room@example.com'] } },
  }),
  example(resendDeliveries, { body: { state: 'given-up' } }),
  example(updateReceiver, { body: { kind: 'email', name: 'Night shift' } }),
]
