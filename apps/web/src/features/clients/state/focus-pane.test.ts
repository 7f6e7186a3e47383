import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { focusSoon } from './focus-pane.ts'

afterEach(() => document.body.replaceChildren())

function addButton(name: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.dataset['name'] = name
  document.body.append(button)
  return button
}
const wanted = () => document.querySelector<HTMLElement>('[data-name=wanted]')

test('an element that is rendered again just after it got the focus keeps it', async () => {
  const first = addButton('wanted')
  focusSoon(wanted)
  await waitFor(() => expect(document.activeElement).toBe(first))
  first.remove()
  const second = addButton('wanted')
  await waitFor(() => expect(document.activeElement).toBe(second))
})

test('an element that the user focused meanwhile keeps the focus', async () => {
  const first = addButton('wanted')
  const other = addButton('other')
  focusSoon(wanted)
  await waitFor(() => expect(document.activeElement).toBe(first))
  other.focus()
  // The next check detects that the user moved the focus, and no further check follows.
  await new Promise(requestAnimationFrame)
  other.remove()
  first.remove()
  addButton('wanted')
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
})
