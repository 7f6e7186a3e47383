import {
  API_BASE,
  type BodyOf,
  ERRORS,
  type ErrorCode,
  liveStream,
  type LiveEvent,
  type Operation,
  operations,
  type ParamsOf,
  type ReplyOf,
} from '@winnow/contract'
import { vi } from 'vitest'

export interface SeenCall<O extends Operation = Operation> {
  operation: Operation
  params: ParamsOf<O>
  query: Record<string, string>
  body: BodyOf<O>
  headers: Headers
}

type Handler = (seen: SeenCall) => Response | Promise<Response>

function pattern(operation: Operation): RegExp {
  return new RegExp(`^${API_BASE}${operation.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}

/** A reply as the server sends it. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/** An error as the server sends it. */
export function failure(code: ErrorCode, message: string, errors?: { field: string; message: string }[]): Response {
  return json({ code, message, requestId: 'req-1', ...(errors ? { errors } : {}) }, ERRORS[code])
}

/**
 * A fake server: replies per operation of the contract and records the requests. A call without a prepared reply fails
 * with the operation's name, so that a test cannot pass with an unexpected call.
 */
export class FakeApi {
  readonly calls: SeenCall[] = []
  readonly #handlers = new Map<string, Handler>()
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #eventId = 0

  /** Sets the reply of an operation. Replies have the contract's type; a `Response` is sent unchanged. */
  on<O extends Operation>(
    operation: O,
    answer: (seen: SeenCall<O>) => ReplyOf<O> | Response | Promise<ReplyOf<O> | Response>,
  ): this {
    this.#handlers.set(operation.id, async (seen) => {
      const reply = await answer(seen)
      return reply instanceof Response ? reply : json(reply)
    })
    return this
  }

  /** The reply to an operation, for handlers that need it for their own reply. The request is not recorded. */
  async ask(operation: Operation): Promise<Response> {
    const handler = this.#handlers.get(operation.id)
    const seen = { operation, params: undefined, query: {}, body: undefined, headers: new Headers() }
    return handler ? handler(seen) : failure('INTERNAL', `the test gives no answer to ${operation.id}`)
  }

  /** Replaces `fetch` with the fake server until the test ends. */
  install(): this {
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => this.#serve(input, init))
    return this
  }

  /** Cuts the network until `install`. */
  disconnect(): void {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** The recorded requests of an operation, in order. */
  callsOf<O extends Operation>(operation: O): SeenCall<O>[] {
    return this.calls.filter((seen) => seen.operation.id === operation.id)
  }

  /** The number of open connections to the live stream. */
  get openStreams(): number {
    return this.#streams.size
  }

  /** Sends a live event to all listeners. */
  emit(event: LiveEvent): void {
    this.#eventId += 1
    const text = new TextEncoder().encode(`id: ${this.#eventId}\ndata: ${JSON.stringify(event)}\n\n`)
    for (const stream of this.#streams) stream.enqueue(text)
  }

  #openStream(signal: AbortSignal | null | undefined): Response {
    let own: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller
        this.#streams.add(controller)
        signal?.addEventListener('abort', () => {
          this.#streams.delete(controller)
          controller.error(signal.reason)
        })
      },
      cancel: () => {
        if (own) this.#streams.delete(own)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  async #serve(input: string, init: RequestInit = {}): Promise<Response> {
    init.signal?.throwIfAborted()
    const url = new URL(input, location.origin)
    const headers = new Headers(init.headers)
    const method = headers.get('x-http-method-override') ?? init.method ?? 'GET'
    const operation = operations.find((each) => each.method === method && pattern(each).test(url.pathname))
    if (!operation) return failure('NOT_FOUND', `no such operation: ${method} ${url.pathname}`)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const seen: SeenCall = {
      operation,
      params: pattern(operation).exec(url.pathname)?.groups,
      query: Object.fromEntries(url.searchParams),
      body,
      headers,
    }
    this.calls.push(seen)
    if (operation.id === liveStream.id) return this.#openStream(init.signal)
    const handler = this.#handlers.get(operation.id)
    return handler ? handler(seen) : failure('INTERNAL', `the test gives no answer to ${operation.id}`)
  }
}
