import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { evaluateWithin } from './evaluate-within.ts'

/** A variant of a screen: its colour scheme and its width in pixels. */
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

/** A folder for pictures of every screen in all four looks. Without it, two looks cover each colour scheme and each width once. */
const PICTURES = process.env['WINNOW_ALL_LOOKS']

const IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
/** Resolves when the page is drawn with the new window size and colour scheme. */
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'

/** Shows the current page in each look, including open dialogs, and restores the page afterwards. */
export async function inEachLook(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? { width: WIDE, height: 900 }
  const own: Look = { colours: (await page.evaluate(IS_DARK)) === true ? 'dark' : 'light', width: size.width }
  const show = async ({ colours, width }: Look) => {
    await page.emulateMedia({ colorScheme: colours })
    await page.setViewportSize({ ...size, width })
    await evaluateWithin(page, DRAWN, `drawn in ${colours} at ${width} px`)
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
  // Several processes may take pictures at the same time.
  await page.screenshot({
    path: join(folder, `${process.pid}-${String(pictures++).padStart(3, '0')}${screen}-${name}.png`),
  })
}
