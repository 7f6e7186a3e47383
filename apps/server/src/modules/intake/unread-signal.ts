import type { ParsedSignal } from '@winnow/intake'

/** What is known of a message that could not be read: that it came. */
export const unreadSignal = (id: string): ParsedSignal => ({
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
  problems: [{ code: 'unread' }],
  idempotencyKey: `unread:${id}`,
})
