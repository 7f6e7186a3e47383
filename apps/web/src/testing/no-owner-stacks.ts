import * as React from 'react'

/**
 * React's development build notes for each element where it was made: an `Error` with its stack, a sixth of the time of these tests. Only
 * warnings show it. React stops by itself after ten thousand in a second, so it is told that so many were made.
 */
export function withoutOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
    throw new Error('React has no counter of owner stacks any more')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })
}
