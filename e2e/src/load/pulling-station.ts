import { acknowledgeMessages, API_BASE, readMessages } from '@winnow/contract'

/** A station that fetches its messages with an API token, as somebody else's program does. */
export interface PullingStation {
  /** @throws where the server cannot be reached or refuses */
  read(limit?: number): Promise<{ messages: { id: string }[]; cursor: string; more: boolean }>
  /** Resolves when the server has said that the messages up to the cursor are acknowledged. */
  acknowledge(cursor: string): Promise<void>
}

const PATIENCE_MS = 10_000

async function call(url: string, init: RequestInit): Promise<unknown> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** @param url the product's address, which may change at a restart */
export function pullingStation(url: () => string, token: string, receiverId: string): PullingStation {
  const at = (path: string): string => `${url()}${API_BASE}${path.replace(':id', receiverId)}`
  const authorization = `Bearer ${token}`
  return {
    read: async (limit = 100) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reply of that operation
      (await call(`${at(readMessages.path)}?limit=${limit}`, { headers: { authorization } })) as Awaited<
        ReturnType<PullingStation['read']>
      >,
    async acknowledge(cursor) {
      const headers = { authorization, 'content-type': 'application/json' }
      await call(at(acknowledgeMessages.path), { method: 'POST', headers, body: JSON.stringify({ cursor }) })
    },
  }
}
