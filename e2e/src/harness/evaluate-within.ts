import type { Page } from 'playwright-core'

const LIMIT_MS = 60_000

/**
 * Evaluates an expression in a page, as `page.evaluate` does, which has no limit of its own. Without a limit a page that no longer draws
 * would end the journey by its own time limit, which says nothing about the cause.
 *
 * @throws if the expression has no value after a minute, with the purpose and the address of the page
 */
export async function evaluateWithin<T>(page: Page, expression: string, purpose: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${purpose}: no answer after ${LIMIT_MS / 1000} s on ${page.url()}`)),
      LIMIT_MS,
    )
  })
  try {
    return await Promise.race([page.evaluate<T>(expression), limit])
  } finally {
    clearTimeout(timer)
  }
}
