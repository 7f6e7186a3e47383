import {
  BACKGROUND_HEADER,
  type BodyInput,
  type Operation,
  type ParamsOf,
  type QueryInput,
  type QueryOf,
  type ReplyOf,
} from '@winnow/contract'
import { connectionStore } from '../connection/connection.ts'
import { ConnectionError, errorOfResponse, isAbort, isFromBetween, UnauthorisedError } from './api-errors.ts'
import { isSomeoneThere } from '../presence.ts'
import { sessionNumber } from '../session/session-store.ts'
import { buildUrl, type QueryValue } from './build-url.ts'

/** Query values as screens have them (numbers, lists, booleans). Values with a default on the server may be left out. */
type QueryArgs<O> = {
  [K in keyof QueryInput<O> & keyof QueryOf<O> as undefined extends QueryInput<O>[K] ? never : K]: QueryOf<O>[K]
} & {
  [K in keyof QueryInput<O> & keyof QueryOf<O> as undefined extends QueryInput<O>[K] ? K : never]?:
    | QueryOf<O>[K]
    | undefined
}

type Part<K extends string, V> = [V] extends [undefined]
  ? unknown
  : undefined extends V
    ? { [P in K]?: V }
    : Record<string, never> extends V
      ? { [P in K]?: V }
      : { [P in K]: V }

/** The arguments of a call, derived from the operation's schemas. */
export type CallRequest<O> = Part<'params', ParamsOf<O>> &
  Part<'query', [QueryOf<O>] extends [undefined] ? undefined : QueryArgs<O>> &
  Part<'body', BodyInput<O>> & {
    /** Raw body of an operation that takes uploads. */
    upload?: FormData | Blob
    signal?: AbortSignal
    headers?: Readonly<Record<string, string>>
    /** Whether the browser sends the request even if the page is closed meanwhile. */
    keepalive?: boolean
  }

interface AnyRequest {
  params?: Record<string, QueryValue>
  query?: Record<string, QueryValue>
  body?: unknown
  upload?: FormData | Blob
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  keepalive?: boolean
}

type Listener = (error: UnauthorisedError) => void
const unauthorisedListeners = new Set<Listener>()

/**
 * Registers a listener for a 401, to show the login. The 401 of a request that was sent before the latest login is not reported: it
 * concerns a session that has already been replaced.
 */
export function onUnauthorised(listener: Listener): () => void {
  unauthorisedListeners.add(listener)
  return () => unauthorisedListeners.delete(listener)
}

/** Reports a 401 to the listeners. `session`: the number of the session in which the request was sent. */
export function reportUnauthorised(error: unknown, session: number): void {
  if (!(error instanceof UnauthorisedError) || session !== sessionNumber()) return
  for (const listener of unauthorisedListeners) listener(error)
}

/** Longest address that servers and proxies are sure to accept. */
const LONGEST_ADDRESS = 4_000

/** Moves a long query into the body, for operations that accept it there. */
function shortened(operation: Operation, request: AnyRequest): AnyRequest {
  const { query, ...others } = request
  if (!operation.override || !query) return request
  const isLong = buildUrl(operation, request.params, query).length > LONGEST_ADDRESS
  return isLong ? { ...others, body: query } : request
}

function initOf(operation: Operation, request: AnyRequest): RequestInit {
  // Other sites' forms and links cannot send this header, so it proves that our own page sent the request.
  const headers = new Headers({ accept: 'application/json', 'x-requested-with': 'winnow', ...request.headers })
  if (!isSomeoneThere()) headers.set(BACKGROUND_HEADER, '1')
  const init: RequestInit = { method: operation.method, credentials: 'same-origin', headers }
  if (request.signal) init.signal = request.signal
  if (request.keepalive) init.keepalive = true
  if (request.upload) init.body = request.upload
  else if (request.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(request.body)
    if (operation.method === 'GET') {
      // A GET cannot have a body, so it is sent as a POST with an override header.
      init.method = 'POST'
      headers.set('x-http-method-override', 'GET')
    }
  }
  return init
}

/** Sends a request and returns its successful response; see `call` for the errors. */
export async function send(operation: Operation, asked: AnyRequest): Promise<Response> {
  const request = shortened(operation, asked)
  let response: Response
  const session = sessionNumber()
  try {
    response = await fetch(buildUrl(operation, request.params, request.query), initOf(operation, request))
  } catch (error) {
    if (isAbort(error)) throw error
    connectionStore.set('lost')
    throw new ConnectionError(error)
  }
  if (response.ok) {
    connectionStore.set('ok')
    return response
  }
  const error = await errorOfResponse(response)
  connectionStore.set(isFromBetween(error) ? 'lost' : 'ok')
  reportUnauthorised(error, session)
  throw error
}

/**
 * Calls an operation of the contract.
 * @throws UnauthorisedError when the session is missing or has ended
 * @throws RequestError for every other reply that is not a success
 * @throws ConnectionError when no reply came
 */
export async function call<O extends Operation>(operation: O, request: CallRequest<O>): Promise<ReplyOf<O>> {
  const response = await send(operation, request)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks its replies against the same contract before it sends them
  return (await response.json()) as ReplyOf<O>
}

/** Returns the same stream and counts its bytes. The browser's blob storage collects the bytes, and keeps large files on disk. */
function counted(
  body: ReadableStream<Uint8Array>,
  onBytes: (soFar: number) => void,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  let soFar = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        soFar += chunk.byteLength
        onBytes(soFar)
        controller.enqueue(chunk)
      },
    }),
    signal && { signal },
  )
}

/**
 * Calls an operation that returns a picture or file.
 * @param onBytes called with the number of bytes received
 */
export async function fetchFile<O extends Operation>(
  operation: O,
  request: CallRequest<O>,
  onBytes?: (soFar: number) => void,
): Promise<Blob> {
  const response = await send(operation, request)
  if (!onBytes || !response.body) return response.blob()
  const { headers } = response
  return new Response(counted(response.body, onBytes, request.signal), { headers }).blob()
}
