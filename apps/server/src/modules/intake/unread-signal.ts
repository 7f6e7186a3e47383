import { emptySignal, type ParsedSignal } from '@winnow/intake'

/** What is known of a message that could not be read: that it came. */
export const unreadSignal = (id: string): ParsedSignal => emptySignal({ code: 'unread' }, `unread:${id}`)
