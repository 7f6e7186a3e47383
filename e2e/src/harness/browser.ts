import { existsSync } from 'node:fs'
import { API_BASE } from '@winnow/contract'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Account, Product } from './product.ts'

const EXECUTABLES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Debian's Chromium, without what it would look up on the network by itself. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = EXECUTABLES.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new Error('no Chromium found; npm test installs it where it can')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A page that remembers everything that went wrong in it: a journey that looks fine and logs errors has failed. */
export interface ConsolePage {
  page: Page
  problems: string[]
  close: () => Promise<void>
}

/** Without what every browser logs by itself where a journey ends a session that a page goes on with. */
export const besidesEndedSession = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !/status of 401/.test(problem))

export async function openPage(
  browser: Browser,
  product: Product,
  options: { dark?: boolean; width?: number } = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark === false ? 'light' : 'dark',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  // The console is dark until somebody chooses, whatever the browser prefers: only so can a page be looked at in both colours.
  await context.addInitScript(() => localStorage.setItem('winnow.theme.mode', JSON.stringify('auto')))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // A journey may lead over a page that is not ours, as a directory's; what goes wrong there is not ours to mend.
    const { url } = message.location()
    const isOurs = url === '' || url.startsWith(product.url)
    if (message.type() === 'error' && isOurs) problems.push(message.text())
  })
  return { page, problems, close: () => context.close() }
}

/** Opens a page as somebody who is logged in already, for journeys that are not about how they came in. */
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
