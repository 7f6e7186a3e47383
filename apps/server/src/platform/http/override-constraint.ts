import type { IncomingMessage } from 'node:http'

/** Routes by X-HTTP-Method-Override: a POST with this header reaches only operations that the contract lists for it. */
// The router's own type is in a package that we do not depend on. `never` is compatible with it.
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
