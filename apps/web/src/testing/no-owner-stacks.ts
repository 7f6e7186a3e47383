import * as React from 'react'

/**
 * Makes React's development build stop recording where each element was created. It creates an `Error` with a stack for each element, which
 * takes a sixth of the time of the tests, and only its warnings use these stacks. React stops recording after ten thousand elements per
 * second, so its counter is replaced with one that is always above that limit.
 */
export function withoutOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
    throw new Error('React has no counter of owner stacks any more')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })
}
