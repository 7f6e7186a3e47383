import { MantineProvider } from '@mantine/core'
import { createI18n } from '@winnow/i18n'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Two dialogs: the one that is first in the page is opened last. */
function Page({ locked = false }: { locked?: boolean }) {
  const [late, setLate] = useState(false)
  const [early, setEarly] = useState(true)
  return (
    <>
      {/* Renders immediately, as a browser does between two listeners of one key. */}
      <Dialog opened={late} onClose={() => flushSync(() => setLate(false))} title="Opened last" locked={locked}>
        above
      </Dialog>
      <Dialog opened={early} onClose={() => setEarly(false)} title="Opened first">
        <Button onClick={() => setLate(true)}>Go on</Button>
      </Dialog>
    </>
  )
}

async function show(page: ReactNode) {
  const i18n = await createI18n('en', [initReactI18next])
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">{page}</MantineProvider>
    </I18nextProvider>,
  )
  return userEvent.setup()
}

async function open(locked = false) {
  const pointer = await show(<Page locked={locked} />)
  await pointer.click(await screen.findByRole('button', { name: 'Go on' }))
  return pointer
}

const layerOf = (name: string) => {
  const root = screen.getByRole('dialog', { name, hidden: true }).closest<HTMLElement>('.mantine-Modal-root')
  return Number(root?.style.getPropertyValue('--mb-z-index'))
}

test('the dialog that is opened last is above the others, wherever it is in the page', async () => {
  await open()
  expect(layerOf('Opened last')).toBeGreaterThan(layerOf('Opened first'))
})

test('Escape closes one dialog at a time, the uppermost first', async () => {
  const pointer = await open()
  await pointer.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Opened last' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Opened first' })).toBeDefined()
  await pointer.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape affects nothing below a dialog that cannot be closed', async () => {
  const pointer = await open(true)
  await pointer.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Opened last' })).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Opened first', hidden: true })).toBeDefined()
})

/** Two dialogs, the second of which replaces the first. The field of each takes the focus immediately. */
function Steps() {
  const [step, setStep] = useState<'none' | 'form' | 'done'>('none')
  return (
    <>
      <Button onClick={() => setStep('form')}>Begin</Button>
      <Dialog opened={step === 'form'} onClose={() => setStep('none')} title="Form">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is tested */}
        <input aria-label="Code" data-autofocus autoFocus />
        {step === 'form' && <Button onClick={() => setStep('done')}>Send</Button>}
      </Dialog>
      <Dialog opened={step === 'done'} onClose={() => setStep('none')} title="Done">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is tested */}
        <input aria-label="Secret" data-autofocus autoFocus />
      </Dialog>
    </>
  )
}

test('a dialog whose field got the focus at once returns the focus to the button that opened the dialog', async () => {
  const pointer = await show(<Steps />)
  await pointer.click(screen.getByRole('button', { name: 'Begin' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code' })))
  await pointer.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Begin' })))
})

test('a dialog that follows another one returns the focus to the button that opened the earlier dialog', async () => {
  const pointer = await show(<Steps />)
  await pointer.click(screen.getByRole('button', { name: 'Begin' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code' })))
  await pointer.tab()
  await pointer.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Secret' })))
  await pointer.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Begin' })))
})

test('a dialog above another one returns the focus to the lower dialog', async () => {
  const pointer = await open()
  await pointer.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go on' })))
})

/** A dialog that a hot key of the page opens, such as a question on Escape. */
function Question() {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <input aria-label="Name" onKeyDown={(event) => event.key === 'q' && flushSync(() => setAsked(true))} />
      <Dialog opened={isAsked} onClose={() => flushSync(() => setAsked(false))} title="Question">
        <button type="button" data-autofocus>
          Keep
        </button>
      </Dialog>
    </>
  )
}

test('a dialog that opens right after another one closed returns the focus to the element that opened the closed dialog', async () => {
  await show(<Question />)
  const name = screen.getByRole('textbox', { name: 'Name' })
  name.focus()
  const keepHasFocus = () =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' })))
  fireEvent.keyDown(name, { key: 'q' })
  await keepHasFocus()
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(name, { key: 'q' })
  await keepHasFocus()
  fireEvent.keyDown(window, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(name))
})
