import { summarise, type Samples } from '../../samples.ts'
import { openTree, type RunningTree } from './with-tree.ts'

const ROUNDS = 5
const SCROLL_MS = 3_000
/** Pixels per frame: a fast turn of the wheel, four rows. */
const STEP = 120
const ROWS = 10_000

/** Scrolls an element by the same distance in every frame, and returns the time between frames in milliseconds. */
export const SCROLL = `(element) => new Promise((resolve) => {
  const gaps = []
  let last
  const end = performance.now() + ${SCROLL_MS}
  const step = (now) => {
    if (last !== undefined) gaps.push(now - last)
    last = now
    if (now > end) return resolve(gaps)
    element.scrollTop += ${STEP}
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

/** A list of as many rows as there are clients, without a framework. It draws the visible rows and nothing else. */
export const BARE_LIST = `<div id="list" style="height:800px;width:375px;overflow:auto;font:13px sans-serif">
<div id="space" style="position:relative;height:${ROWS * 30}px"></div></div><script>
  const list = document.getElementById('list'), space = document.getElementById('space')
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / 30) - 12)
    const rows = []
    for (let at = first; at < Math.min(${ROWS}, first + 51); at++) {
      const row = document.createElement('div')
      row.style.cssText = 'position:absolute;height:30px;width:100%;transform:translateY(' + at * 30 + 'px)'
      row.textContent = 'Row ' + at
      rows.push(row)
    }
    space.replaceChildren(...rows)
  }
  list.addEventListener('scroll', draw)
  draw()
</script>`

export interface Scrolled {
  bare: Samples
  tree: Samples
}

/** Measures frame gaps while the tree scrolls through clients that are not loaded yet, and of a bare list, in alternating rounds. */
export async function measureScrolling(running: RunningTree): Promise<Scrolled> {
  const [bare, tree]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    await running.page.setContent(BARE_LIST)
    bare.push(...(await running.page.evaluate<number[]>(`(${SCROLL})(document.getElementById('list'))`)))
    await openTree(running)
    tree.push(...(await running.page.evaluate<number[]>(`(${SCROLL})(document.querySelector('[role=tree]'))`)))
  }
  return { bare: summarise(bare), tree: summarise(tree) }
}
