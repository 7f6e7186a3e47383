import type { DeliveryAlarm } from './payload.ts'

/** What opens without a login: the alarm, where the receiver's messages share it, else its first picture. Undefined if there is neither. */
export const openLinkOf = ({ sharedUrl, pictures }: DeliveryAlarm): string | undefined => sharedUrl ?? pictures[0]?.url
