import type { ParsedSignal, SignalProblem } from './signal.ts'

/** A message of which only its arrival is known, with the reason why no more could be read. */
export const emptySignal = (problem: SignalProblem, idempotencyKey: string): ParsedSignal => ({
  kind: 'unparsed',
  vendor: 'generic',
  event: null,
  eventType: 'unknown',
  channel: null,
  channelName: null,
  deviceName: null,
  deviceSerial: null,
  deviceTime: null,
  subject: null,
  text: '',
  messageId: null,
  media: [],
  problems: [problem],
  idempotencyKey,
  repeatWithinMs: null,
})
