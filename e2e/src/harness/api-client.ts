import {
  acceptInvitation,
  API_BASE,
  type BodyInput,
  type Operation,
  type ParamsInput,
  type QueryInput,
  type ReplyOf,
} from '@winnow/contract'
import type { Account } from './product.ts'

/** Calls operations as a logged-in user would, over real HTTP. */
export interface ApiClient {
  cookie: string
  call<O extends Operation>(
    operation: O,
    input?: { params?: ParamsInput<O>; query?: QueryInput<O>; body?: BodyInput<O> },
  ): Promise<ReplyOf<O>>
}

/** Accepts an invitation as the invited person does: in a browser without a session. */
export async function acceptAs(url: string, body: BodyInput<typeof acceptInvitation>): Promise<void> {
  const reply = await fetch(`${url}${API_BASE}${acceptInvitation.path}`, {
    method: acceptInvitation.method,
    headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`accept: ${reply.status} ${await reply.text()}`)
}

export async function logIn(url: string, account: Account): Promise<ApiClient> {
  const reply = await fetch(`${url}${API_BASE}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
    body: JSON.stringify({ ...account, keepLoggedIn: true }),
  })
  if (!reply.ok) throw new Error(`login: ${reply.status} ${await reply.text()}`)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return apiWith(url, cookie)
}

/** Calls operations with an existing session. */
export function apiWith(url: string, cookie: string): ApiClient {
  return {
    cookie,
    async call(operation, input = {}) {
      const params = (input.params ?? {}) as Record<string, string | number>
      const path = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(String(params[name])),
      )
      const query = Object.entries(
        (input.query ?? {}) as Record<string, string | number | boolean | undefined>,
      ).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
      const answer = await fetch(`${url}${API_BASE}${path}?${new URLSearchParams(query).toString()}`, {
        method: operation.method,
        headers: {
          cookie,
          'x-requested-with': 'e2e',
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      })
      if (!answer.ok) throw new Error(`${operation.id}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as never
    },
  }
}
