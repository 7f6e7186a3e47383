import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** How a screen is seen: in which colours, and in how many pixels from left to right. */
interface Look {
  colours: 'dark' | 'light'
  width: number
}

const [WIDE, NARROW] = [1440, 390]
const USUAL: Look[] = [
  { colours: 'dark', width: WIDE },
  { colours: 'light', width: NARROW },
]
const OTHERS: Look[] = [
  { colours: 'light', width: WIDE },
  { colours: 'dark', width: NARROW },
]

/** A folder for pictures of every screen in all four looks; without it two are looked at, in which each colour and each width comes once. */
const PICTURES = process.env['WINNOW_ALL_LOOKS']

const IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
/** What follows the window and the system's colours has been drawn. */
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'

/** Goes through the looks with a page as it stands, open dialogs included, and leaves it as it was. */
export async function inEachLook(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? { width: WIDE, height: 900 }
  const own: Look = { colours: (await page.evaluate(IS_DARK)) === true ? 'dark' : 'light', width: size.width }
  const show = async ({ colours, width }: Look) => {
    await page.emulateMedia({ colorScheme: colours })
    await page.setViewportSize({ ...size, width })
    await page.evaluate(DRAWN)
  }
  for (const each of PICTURES ? [...USUAL, ...OTHERS] : USUAL) {
    const name = `${each.colours}-${each.width}`
    await show(each)
    if (PICTURES) await takePicture(page, PICTURES, name)
    await look(name)
  }
  await show(own)
}

let pictures = 0

async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  const screen = new URL(page.url()).pathname.replaceAll(/[^\w-]+/g, '_')
  await mkdir(folder, { recursive: true })
  // Several processes take pictures at a time.
  await page.screenshot({
    path: join(folder, `${process.pid}-${String(pictures++).padStart(3, '0')}${screen}-${name}.png`),
  })
}
