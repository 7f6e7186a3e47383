import type { TestServer } from './test-server.ts'

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls the API as the console does for a logged-in user. `url` is below /api. */
export async function callApi(
  server: Pick<TestServer, 'app'>,
  who: { cookie: string },
  method: CallMethod,
  url: string,
  payload?: object,
) {
  const reply = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: { cookie: who.cookie, 'x-requested-with': 'winnow' },
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, body: reply.json() }
}
