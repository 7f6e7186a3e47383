import type { Page } from 'playwright-core'

/**
 * Finds texts that do not fit on a page in pseudo-language, one line each. The product's texts are enclosed in ⟦ and ⟧, which
 * distinguishes them from names that users gave.
 *
 * - cut off: an enclosing element hides the part beyond its edge. An ellipsis is intended where a `title` has the whole text.
 * - hangs out: the text is wider than its box (a button, a table's cell, a dialog).
 * - does not fit its field: the selected value is too long for its field. A placeholder may end in an ellipsis.
 * - the page scrolls sideways.
 */
const FIND = String.raw`(() => {
  const found = []
  const isOurs = (text) => /[⟦⟧]/.test(text)
  const short = (text) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
  const nameOf = (element) => {
    const owner = element.closest('[class]') ?? element
    return element.tagName.toLowerCase() + (owner.className && owner.className.split ? '.' + owner.className.split(' ')[0] : '')
  }
  const isWhole = (element) => element.closest('[title]') !== null
  const hides = (value) => value === 'hidden' || value === 'clip'
  const scrolls = (value) => value === 'auto' || value === 'scroll'
  const BOXED = 'button, a, td, th, label, legend, li, dt, dd, [role=tab], [role=dialog], [role=option], [role=menuitem]'

  const look = (node) => {
    const text = node.data
    const parent = node.parentElement
    if (!isOurs(text) || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return
    let [sideways, downwards] = [true, true]
    for (let around = parent; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      // What only screen readers are told.
      if (edge.width <= 1 || edge.height <= 1 || style.clipPath !== 'none') return
      if (style.position === 'fixed' && edge.right <= 0) return
      if (scrolls(style.overflowX)) sideways = false
      if (scrolls(style.overflowY)) downwards = false
      if (style.display === 'inline' || style.display === 'contents') continue
      const across = sideways && (box.right > edge.right + 1 || box.left < edge.left - 1)
      if (across && hides(style.overflowX)) {
        const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (!isMeant || !isWhole(parent)) found.push('cut off at ' + nameOf(around) + ': ' + short(text))
        return
      }
      if (downwards && hides(style.overflowY) && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3)) {
        if (style.webkitLineClamp === 'none' || !isWhole(parent)) found.push('cut off below at ' + nameOf(around) + ': ' + short(text))
        return
      }
      if (across && around.matches(BOXED)) {
        found.push('hangs out of ' + nameOf(around) + ': ' + short(text))
        return
      }
    }
    if (sideways && (box.right > innerWidth + 1 || box.left < -1)) found.push('beyond the edge of the page: ' + short(text))
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) look(walk.currentNode)

  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('input')) {
    if (!isOurs(field.value) || field.title !== '' || !field.checkVisibility()) continue
    const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
    pen.font = [fontStyle, fontWeight, fontSize, fontFamily].join(' ')
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (pen.measureText(field.value).width > room + 1)
      found.push('does not fit its field (' + Math.round(room) + ' px): ' + short(field.value))
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth + 1) found.push('the page scrolls sideways: ' + scrollWidth + ' > ' + clientWidth)
  return [...new Set(found)]
})()`

/** Resolves in the page when it is complete and drawn: no list is loading, and the fonts, which the measurement needs, are loaded. */
const SETTLED = String.raw`document.fonts.ready.then(() => new Promise((resolve) => {
  const look = () => {
    const isLoading = document.querySelector('[role=status][aria-label]') !== null || document.querySelector('h1, h2') === null
    if (isLoading) setTimeout(look, 30)
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))
  }
  look()
}))`

const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))'

/** Goes to another screen as a link would, without reloading the page. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}), dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
  )
  await settled(page)
}

/** Waits until a screen is complete. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(SETTLED)
}

/** Finds what does not fit on the current page at each of these widths. The window then returns to the first width. */
export async function misfitsOf(page: Page, widths: readonly number[]): Promise<string[]> {
  const misfits: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(DRAWN)
    const found: string[] = await page.evaluate(FIND)
    misfits.push(...found.map((each) => `${new URL(page.url()).pathname} ${width}: ${each}`))
  }
  return misfits
}
