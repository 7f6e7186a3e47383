import { randomInt } from 'node:crypto'
import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import { openNote, SealedSecretError, sealSecret } from '../../../platform/crypto/seal-secret.ts'
import { isSameSecret, newToken } from '../../../platform/crypto/tokens.ts'
import { inNoCompany, type Db } from '../../../platform/db/transaction.ts'
import { drawCaptcha, type Random } from './draw-captcha.ts'
import { GLYPHS } from './glyphs.ts'

const LENGTH = 6
const LIFE_MS = 300_000
/** The context of the sealed data. Data sealed for another purpose cannot be opened as a captcha. */
const CONTEXT = 'captcha'
/** The characters of captchas. An answer with other characters cannot be right. */
const ALPHABET = Object.keys(GLYPHS)

export interface SolvedCaptcha {
  nonce: string
  answer: string
}

export type CaptchaResult = 'right' | 'expired' | 'incorrect'

/** Issues captchas and checks their answers. Each captcha can be answered once, also in another process than the one that issued it. */
export interface CaptchaChallenges {
  /** Issues a captcha. Stores nothing, so any number of captchas takes no space. */
  issue(now: Date): Promise<{ nonce: string; picture: Buffer }>
  /** Checks an answer. The captcha is used up, whether the answer is right or wrong. */
  redeem(solved: SolvedCaptcha, now: Date): Promise<CaptchaResult>
}

/** The content of a nonce, sealed so that only we can read it. */
interface Note {
  /** The id by which the captcha is used up. The nonce itself is not unique: its last character has unused bits. */
  id: string
  text: string
  expiresAt: Date
}

const random: Random = (min, max) => min + (randomInt(0, 1_000_001) / 1_000_000) * (max - min)
const randomText = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Removes spaces between the letters, and converts to upper case. */
const normalize = (answer: string): string => answer.replaceAll(/\s/g, '').toUpperCase()

const writeNonce = (keys: KeyRing, { id, text, expiresAt }: Note): string =>
  sealSecret(keys, `${id}.${expiresAt.getTime()}.${text}`, CONTEXT)

/**
 * Opens a nonce of {@link CaptchaChallenges.issue}.
 * @returns undefined if the nonce was not issued by this installation, or the key that sealed it no longer exists
 */
export function readNonce(keys: KeyRing, nonce: string): Note | undefined {
  try {
    const [id = '', expires, text = ''] = openNote(keys, nonce, CONTEXT).split('.')
    return { id, text, expiresAt: new Date(Number(expires)) }
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined
    throw error
  }
}

/** @param options.text chooses the text to draw; tests pass their own */
export function createCaptchaChallenges(
  { db, keys }: { db: Db; keys: KeyRing },
  options: { text?: () => string } = {},
): CaptchaChallenges {
  const choose = options.text ?? randomText

  /** Marks a captcha as used. @returns false if it was already used */
  async function useUp({ id, expiresAt }: Note): Promise<boolean> {
    const used = await inNoCompany(db, (tx) =>
      tx
        .insertInto('answered_captcha')
        .values({ id, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    return used !== undefined
  }

  return {
    async issue(now) {
      const text = choose()
      const picture = await drawCaptcha(text, random)
      const expiresAt = new Date(now.getTime() + LIFE_MS)
      return { nonce: writeNonce(keys, { id: newToken(16), text, expiresAt }), picture }
    },
    async redeem({ nonce, answer }, now) {
      const note = readNonce(keys, nonce)
      if (!note || note.expiresAt <= now || !(await useUp(note))) return 'expired'
      return isSameSecret(normalize(note.text), normalize(answer)) ? 'right' : 'incorrect'
    },
  }
}
