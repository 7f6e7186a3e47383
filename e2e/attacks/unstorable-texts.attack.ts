import { request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Attack, Target } from './attack.ts'

const NUL = '\\u0000'
const HALF = '\\ud800'
/** Calls that need no login. The bodies are written as JSON text, because JSON can contain such characters. */
const CALLS = [NUL, HALF].flatMap((bad) => [
  ['/api/auth', `{"email":"a${bad}@example.com","password":"x"}`],
  ['/api/auth', `{"email":"a@example.com","password":"x${bad}"}`],
  ['/api/auth', `{"email":"a@example.com","password":"x","captcha":{"nonce":"${bad}","answer":"x"}}`],
  // This call used to create a mail that could never be sent.
  ['/api/auth/reset-password', `{"email":"a${bad}@example.com"}`],
  ['/api/auth/new-password', `{"token":"${bad}","newPassword":"x"}`],
  ['/api/v1/sso/connect', `{"token":"${bad}"}`],
  ['/api/auth/%00', '{}'],
])

async function post({ product, address }: Target, path: string, body: string) {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'attack' }
  const outgoing = request(product.url + path, { method: 'POST', localAddress: address, headers }).end(body)
  const [response] = await once(outgoing, 'response')
  return { status: Number(response.statusCode), body: await text(response) }
}

export const attack: Attack = {
  title: 'texts that the database cannot store, sent without an account, are refused and cause no internal error',
  async run(target) {
    for (const [path = '', body = ''] of CALLS) {
      const reply = await post(target, path, body)
      if (![400, 404].includes(reply.status)) throw new Error(`${path} ${body}: ${reply.status} ${reply.body}`)
    }
  },
}
