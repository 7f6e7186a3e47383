import { enclose, encrypt, formatTime } from '@winnow/domain/sia-dc09'
import { type Dc09Head, writeFrom } from './read-message.ts'

type From = Pick<Dc09Head, 'isEncrypted' | 'sequence' | 'receiver' | 'line' | 'account'>

/** The message is stored. Encrypted, with our time, where the message was. */
export function writeAck(message: From, key: Uint8Array | undefined, now: Date): Buffer {
  if (!message.isEncrypted || !key) return enclose(`"ACK"${writeFrom(message)}[]`)
  return enclose(`"*ACK"${writeFrom(message)}[${encrypt(`]_${formatTime(now)}`, key)}`)
}

/** The time of the message cannot be: it is to be sent again, by this time. Never encrypted, and without the panel's number, by the standard. */
export const writeNak = (now: Date): Buffer => enclose(`"NAK"0000R0L0A0[]_${formatTime(now)}`)

/** The message arrived in whole, and is none that this receiver takes. */
export const writeDuh = (message: From): Buffer => enclose(`"DUH"${writeFrom(message)}[]`)
