/** Copies a text to the clipboard. Returns false if that fails. Without HTTPS, only the old clipboard API exists, which may fail too. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'wn-visually-hidden'
  // While a dialog is open, the focus must stay inside it.
  const home = document.activeElement?.closest('[role=dialog]') ?? document.body
  const focused = document.activeElement
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
