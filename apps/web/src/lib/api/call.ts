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
import { buildUrl, type QueryValue } from './build-url.ts'

/** Query values as the screen has them (numbers, lists, booleans); those the server fills in may be left out. */
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

/** What an operation needs to be called, taken from its schemas. */
export type CallRequest<O> = Part<'params', ParamsOf<O>> &
  Part<'query', [QueryOf<O>] extends [undefined] ? undefined : QueryArgs<O>> &
  Part<'body', BodyInput<O>> & {
    /** Raw body of an operation that takes uploads. */
    upload?: FormData | Blob
    signal?: AbortSignal
    headers?: Readonly<Record<string, string>>
  }

interface AnyRequest {
  params?: Record<string, QueryValue>
  query?: Record<string, QueryValue>
  body?: unknown
  upload?: FormData | Blob
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

type Listener = (error: UnauthorisedError) => void
const unauthorisedListeners = new Set<Listener>()

/** Hears of every 401, to show the login. */
export function onUnauthorised(listener: Listener): () => void {
  unauthorisedListeners.add(listener)
  return () => unauthorisedListeners.delete(listener)
}

function initOf(operation: Operation, request: AnyRequest): RequestInit {
  // Browsers never add this header to another site's form or link, so its presence proves that our own page asked.
  const headers = new Headers({ accept: 'application/json', 'x-requested-with': 'winnow', ...request.headers })
  if (!isSomeoneThere()) headers.set(BACKGROUND_HEADER, '1')
  const init: RequestInit = { method: operation.method, credentials: 'same-origin', headers }
  if (request.signal) init.signal = request.signal
  if (request.upload) init.body = request.upload
  else if (request.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(request.body)
    if (operation.method === 'GET') {
      // A GET cannot carry a body: it goes as a POST that says what it means.
      init.method = 'POST'
      headers.set('x-http-method-override', 'GET')
    }
  }
  return init
}

/** Sends an operation and gives its successful response; see `call` for the errors. */
export async function send(operation: Operation, request: AnyRequest): Promise<Response> {
  let response: Response
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
  if (error instanceof UnauthorisedError) for (const listener of unauthorisedListeners) listener(error)
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

/** Counts what passes. The bytes go on to the browser's store of blobs, which keeps large ones on disk. */
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
 * Calls an operation whose reply is a picture or file.
 * @param onBytes hears how many bytes have come
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
