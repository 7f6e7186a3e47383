import { configure, getConfig } from '@testing-library/react'

/** The name under which Testing Library notes that it looks for something that may still appear. */
const WAITING = '_disableExpensiveErrorDiagnostics'

const { getElementError } = getConfig()

/**
 * Makes a query that finds nothing leave the page out of its error while `findBy…` or `waitFor` waits. They look again at each change of the page,
 * and printing the page takes longer than looking. If the wait ends without success, its error shows the page.
 */
export function withoutPageWhileWaiting(): void {
  if (Reflect.get(getConfig(), WAITING) !== false) throw new Error('Testing Library no longer notes that it waits')
  configure({
    getElementError(message, container) {
      if (Reflect.get(getConfig(), WAITING) !== true) return getElementError(message, container)
      const error = new Error(message ?? '')
      error.name = 'TestingLibraryElementError'
      return error
    },
  })
}
