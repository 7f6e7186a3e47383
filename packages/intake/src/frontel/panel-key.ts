import { createCipheriv, timingSafeEqual } from 'node:crypto'

/** Serial numbers of panels: sixteen hexadecimal digits. The key is made of the last twelve. */
const SERIAL = /^[0-9A-F]{16}$/

/** The key of a panel, as published in 2015 (CVE-2015-8252): letters stand for the digits of its serial number from the first on. */
const PATTERN = 'e0pl0fngimho10kjhkepngm0i0o1ll0f'

/** @returns the serial number in upper case; undefined if it is none */
export function readSerial(text: string): string | undefined {
  const serial = text.trim().toUpperCase()
  return SERIAL.test(serial) ? serial : undefined
}

/** The key of a panel, in hexadecimal digits. Whoever knows the serial number knows it, so it proves nothing but that. */
export const keyOfSerial = (serial: string): string =>
  PATTERN.replaceAll(/[a-p]/g, (letter) => serial.charAt(letter.charCodeAt(0) - 97))

/** The answer to a challenge, both in hexadecimal digits. @returns undefined if the challenge has no 16 bytes */
export function answerTo(serial: string, challenge: string): string | undefined {
  if (!/^[0-9A-Fa-f]{32}$/.test(challenge)) return undefined
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(keyOfSerial(serial), 'hex'), null).setAutoPadding(false)
  return (cipher.update(challenge, 'hex', 'hex') + cipher.final('hex')).toUpperCase()
}

/** Whether an answer is the one to a challenge. */
export function isAnswerTo(serial: string, challenge: string, answer: string): boolean {
  const right = Buffer.from(answerTo(serial, challenge) ?? '')
  const given = Buffer.from(answer.toUpperCase())
  return right.length > 0 && right.length === given.length && timingSafeEqual(right, given)
}
