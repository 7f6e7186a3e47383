import { randomInt } from 'node:crypto'
import { hashToken, isSameSecret, newToken } from '../../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../../platform/db/transaction.ts'
import { drawCaptcha, type Random } from './draw-captcha.ts'
import { GLYPHS } from './glyphs.ts'

const LENGTH = 6
const LIFE_MS = 300_000
/** A solved captcha is asked back in its own time; more text than this was never drawn. */
const ALPHABET = Object.keys(GLYPHS)

export interface SolvedCaptcha {
  nonce: string
  answer: string
}

export type CaptchaResult = 'right' | 'expired' | 'incorrect'

/** Draws captchas and knows their answers, once each, whichever process drew them. */
export interface CaptchaChallenges {
  issue(now: Date): Promise<{ nonce: string; picture: Buffer }>
  /** Looks at an answer and forgets the captcha, right or wrong. */
  redeem(solved: SolvedCaptcha, now: Date): Promise<CaptchaResult>
}

const random: Random = (min, max) => min + (randomInt(0, 1_000_001) / 1_000_000) * (max - min)
const randomText = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Without what people add: spaces between the letters, small letters. */
const normalize = (answer: string): string => answer.replaceAll(/\s/g, '').toUpperCase()
/** Of both together: whoever reads the table cannot try all answers, for the nonce is not in it. */
const answerHash = (nonce: string, answer: string): string => hashToken(`${nonce}:${normalize(answer)}`)

/** @param options.text chooses what is drawn; tests hand in their own. */
export function createCaptchaChallenges(db: Db, options: { text?: () => string } = {}): CaptchaChallenges {
  const choose = options.text ?? randomText
  return {
    async issue(now) {
      const [nonce, text] = [newToken(), choose()]
      const picture = await drawCaptcha(text, random)
      await inSystem(db, (tx) =>
        tx
          .insertInto('captcha')
          .values({
            nonce_hash: hashToken(nonce),
            answer_hash: answerHash(nonce, text),
            expires_at: new Date(now.getTime() + LIFE_MS),
          })
          .execute(),
      )
      return { nonce, picture }
    },
    async redeem({ nonce, answer }, now) {
      const row = await inSystem(db, (tx) =>
        tx
          .deleteFrom('captcha')
          .where('nonce_hash', '=', hashToken(nonce))
          .returning(['answer_hash', 'expires_at'])
          .executeTakeFirst(),
      )
      if (!row || row.expires_at <= now) return 'expired'
      return isSameSecret(row.answer_hash, answerHash(nonce, answer)) ? 'right' : 'incorrect'
    },
  }
}
