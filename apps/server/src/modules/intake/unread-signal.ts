import { emptySignal, type ParsedSignal } from '@winnow/intake'

/** The content of a message that could not be read: only that it arrived. */
export const unreadSignal = (id: string): ParsedSignal => emptySignal({ code: 'unread' }, `unread:${id}`)
