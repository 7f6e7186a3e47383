import { API_BASE } from '@winnow/contract'
import type { Browser, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { Account, Product } from './product.ts'

export { openBrowser } from './open-browser.ts'

/** A page that records all its errors: a journey that looks fine but logs errors has failed. */
export interface ConsolePage {
  page: Page
  problems: string[]
  close: () => Promise<void>
}

/** The problems without those that every browser logs when a journey ends the session of an open page. */
export const besidesEndedSession = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !/status of 401/.test(problem))

const openPages = new Set<ConsolePage>()

/** Prints what the open pages show when a test fails. On another machine, this is the only information about the cause. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const { page, problems } of openPages) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were opened
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    // oxlint-disable-next-line no-await-in-loop -- see above
    const focused = await page.evaluate<string>('document.activeElement?.outerHTML.slice(0, 300)').catch(String)
    console.error([`${page.url()} shows:`, shown, `Focused: ${focused}`, ...problems].join('\n'))
  }
})

export async function openPage(
  browser: Browser,
  product: Product,
  options: {
    dark?: boolean
    width?: number
    /** A touch screen, without a mouse. */
    touch?: boolean
    /** Folds alarms of one camera into cards. The cameras of most journeys send several alarms at once, and each should have a row. */
    cards?: boolean
  } = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark === false ? 'light' : 'dark',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
  })
  // A busy machine may be slow. Playwright's own limit of 30 s was reached on one by journeys that were only slow.
  context.setDefaultTimeout(60_000)
  // By default the console is dark and ignores the browser's preference. With `auto`, a page can be viewed in both colour schemes.
  await context.addInitScript(() => localStorage.setItem('winnow.theme.mode', JSON.stringify('auto')))
  await context.addInitScript(
    (cards) => localStorage.setItem('winnow.alarm-cards', JSON.stringify(cards)),
    options.cards ?? false,
  )
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // A journey may pass through an external page, such as a directory's. Errors of such a page do not count.
    const { url } = message.location()
    const isOurs = url === '' || url.startsWith(product.url)
    if (message.type() === 'error' && isOurs) problems.push(`${message.text()} ${url}`.trim())
  })
  const opened: ConsolePage = {
    page,
    problems,
    close: async () => {
      openPages.delete(opened)
      await context.close()
    },
  }
  openPages.add(opened)
  return opened
}

/** Opens a page with a session, for journeys that do not test the login. */
export async function enterAs(page: Page, account: Account, path = '/'): Promise<void> {
  const reply = await page.request.post(`${API_BASE}/auth`, {
    headers: { 'x-requested-with': 'e2e' },
    data: { ...account, keepLoggedIn: true },
  })
  if (!reply.ok()) throw new Error(`login: ${reply.status()} ${await reply.text()}`)
  await page.goto(path)
}

/** Logs in by keyboard, as an operator does: e-mail, Enter, password, Enter. */
export async function logInAs(page: Page, account: Account, landing = /\/cams\//): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/email/i).first().fill(account.email)
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(landing)
}
