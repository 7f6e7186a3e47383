import { CAPTCHA_ANSWER_HEADER, CAPTCHA_NONCE_HEADER, getCaptcha } from '@winnow/contract'
import { answerTo } from '../src/harness/captcha-answers.ts'
import { getFrom, type Posted, postFrom } from '../src/harness/post-from.ts'
import type { Attack, Target } from './attack.ts'

const OWNER = '127.0.0.1'

/** Adds the answer to the requested captcha, as a person at a screen would. */
async function withCaptcha({ product }: Target, from: string): Promise<Record<string, string>> {
  const drawn = await getFrom(from, product.url, getCaptcha.path)
  if (drawn.status !== 200) throw new Error(`a person is shown no captcha: ${drawn.status} ${drawn.code}`)
  const nonce = String(drawn.headers[CAPTCHA_NONCE_HEADER])
  return { [CAPTCHA_NONCE_HEADER]: nonce, [CAPTCHA_ANSWER_HEADER]: await answerTo(product, nonce) }
}

const countOf = (replies: readonly Posted[], code: string): number =>
  replies.filter((reply) => reply.code === code).length

/** Sends `times` requests, several in parallel. */
async function flood(times: number, send: (n: number) => Promise<Posted>): Promise<Posted[]> {
  const replies: Posted[] = []
  for (let sent = 0; sent < times; sent += 12)
    // oxlint-disable-next-line no-await-in-loop -- limits the number of parallel requests
    replies.push(...(await Promise.all(Array.from({ length: 12 }, (_none, n) => send(sent + n)))))
  return replies
}

export const attack: Attack = {
  title:
    'a script that guesses passwords, requests mails and draws captchas without solving them locks nobody out, not even at its own address',
  async run(target) {
    const { product, address, scale } = target
    const { email, password } = target.account('operator')
    const login = (from: string, secret: string, headers = {}) =>
      postFrom(from, product.url, { path: '/auth', body: { email, password: secret }, headers })
    const reset = (from: string, headers = {}) =>
      postFrom(from, product.url, { path: '/auth/reset-password', body: { email }, headers })
    const lookUp = (from: string) => getFrom(from, product.url, `/auth/check-user/${email}`)

    // Sends more guesses than earlier versions accepted for an account before they locked it.
    const guessed = await flood(scale === 'sample' ? 60 : 360, (n) => login(address, `guess ${n}`))
    const looked = countOf(guessed, 'LOGIN_FAILED')
    if (looked > 3) throw new Error(`${looked} guesses were looked at without a captcha`)
    if (countOf(guessed, 'CAPTCHA_REQUIRED') !== guessed.length - looked)
      throw new Error('not all others met a captcha')

    // A login at a screen starts with a lookup of the e-mail. The attacker uses up all lookups that its address may make.
    await flood(252, () => lookUp(address))
    await flood(240, () => getFrom(address, product.url, getCaptcha.path))
    await flood(48, (n) =>
      postFrom(address, product.url, {
        path: '/auth/new-password',
        body: { token: `guess-${n}`, newPassword: 'Wheat&Chaff-2026' },
      }),
    )
    const { code } = await lookUp(address)
    if (code !== undefined && code !== 'CAPTCHA_REQUIRED') throw new Error(`the e-mail is not looked at: ${code}`)
    for (const from of [OWNER, address]) {
      const owner = await login(from, password, await withCaptcha(target, from))
      if (owner.status !== 200) throw new Error(`the owner is locked out: ${owner.status} ${owner.code}`)
    }

    const asked = await Promise.all(Array.from({ length: 12 }, () => reset(address)))
    if (asked.filter(({ status }) => status === 200).length > 3) throw new Error('mails were sent without a captcha')
    for (const from of [OWNER, address]) {
      const mailed = await reset(from, await withCaptcha(target, from))
      if (mailed.status !== 200) throw new Error(`the owner gets no mail: ${mailed.status} ${mailed.code}`)
    }
  },
}
