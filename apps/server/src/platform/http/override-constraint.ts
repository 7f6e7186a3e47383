import type { IncomingMessage } from 'node:http'

/** X-HTTP-Method-Override chooses the route: a POST that carries it can only reach an operation that lists it. */
// The router's own type for it lives in a package of the framework's that is not ours to import; `never` fits its place.
export const overrideConstraint = {
  name: 'override',
  mustMatchWhenDerived: true,
  storage() {
    const handlers = new Map<unknown, unknown>()
    return {
      get: (key: unknown) => handlers.get(key) ?? null,
      set: (key: unknown, value: unknown) => void handlers.set(key, value),
    }
  },
  deriveConstraint(request: IncomingMessage) {
    const header = request.headers['x-http-method-override']
    return typeof header === 'string' ? header.toUpperCase() : undefined
  },
} as never
