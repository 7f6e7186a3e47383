import { API_BASE, CAPTCHA_ANSWER_HEADER, CAPTCHA_NONCE_HEADER, getCaptcha } from '@winnow/contract'
import { answerTo } from '../src/harness/captcha-answers.ts'
import { type Posted, postFrom } from '../src/harness/post-from.ts'
import type { Attack, Target } from './attack.ts'

const OWNER = '127.0.0.1'

/** As the owner does at a screen: with the captcha that was asked for. */
async function withCaptcha({ product }: Target): Promise<Record<string, string>> {
  const drawn = await fetch(`${product.url}${API_BASE}${getCaptcha.path}`)
  const nonce = drawn.headers.get(CAPTCHA_NONCE_HEADER) ?? ''
  return { [CAPTCHA_NONCE_HEADER]: nonce, [CAPTCHA_ANSWER_HEADER]: await answerTo(product, nonce) }
}

const countOf = (replies: readonly Posted[], code: string): number =>
  replies.filter((reply) => reply.code === code).length

export const attack: Attack = {
  title: 'a script that guesses and asks for mails without solving captchas locks no account out',
  async run(target) {
    const { product, address, scale } = target
    const { email, password } = target.account('operator')
    const guesses = scale === 'sample' ? 60 : 600
    const login = (from: string, secret: string, headers = {}) =>
      postFrom(from, product.url, { path: '/auth', body: { email, password: secret }, headers })
    const reset = (from: string, headers = {}) =>
      postFrom(from, product.url, { path: '/auth/reset-password', body: { email }, headers })

    const guessed: Posted[] = []
    // As many at once as used up the limit of an account, again and again.
    for (let sent = 0; sent < guesses; sent += 12)
      guessed.push(...(await Promise.all(Array.from({ length: 12 }, (_none, n) => login(address, `guess ${n}`)))))
    const looked = countOf(guessed, 'LOGIN_FAILED')
    if (looked > 3) throw new Error(`${looked} guesses were looked at without a captcha`)
    if (countOf(guessed, 'CAPTCHA_REQUIRED') !== guessed.length - looked)
      throw new Error('not all others met a captcha')
    for (const from of [OWNER, address]) {
      const owner = await login(from, password, await withCaptcha(target))
      if (owner.status !== 200) throw new Error(`the owner is locked out: ${owner.status} ${owner.code}`)
    }

    const asked = await Promise.all(Array.from({ length: 12 }, () => reset(address)))
    if (asked.filter(({ status }) => status === 200).length > 3) throw new Error('mails were sent without a captcha')
    const mailed = await reset(OWNER, await withCaptcha(target))
    if (mailed.status !== 200) throw new Error(`the owner gets no mail: ${mailed.status} ${mailed.code}`)
  },
}
