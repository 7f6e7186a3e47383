import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const fieldsOf = async (path: string) => {
  const rendered = await renderConsole(path, { api: frameApi(null) })
  await screen.findAllByRole('button', { name: 'Show password' })
  return { ...rendered, fields: [...document.querySelectorAll<HTMLInputElement>('input[type=password]')] }
}

describe('a field for a password', () => {
  test.each([
    ['/login?email=ada@example.com', ['current-password']],
    ['/new-password?token=abc', ['new-password', 'new-password']],
  ])('for %s tells password managers what it is', async (path, kinds) => {
    const { fields } = await fieldsOf(path)
    expect(fields.map((field) => field.autocomplete)).toEqual(kinds)
    if (path.startsWith('/login')) expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
  })

  test.each(['/login?email=ada@example.com', '/new-password?token=abc'])(
    'for %s is masked, accepts pasted text, and can be shown',
    async (path) => {
      const { fields, pointer } = await fieldsOf(path)
      for (const field of fields) {
        await pointer.click(field)
        await pointer.paste('Long-and-pasted 1')
        expect([field.type, field.value]).toEqual(['password', 'Long-and-pasted 1'])
        // The earlier fields hide their text again.
        const [show] = screen.getAllByRole('button', { name: 'Show password' })
        if (show) await pointer.click(show)
        expect([field.type, field.value]).toEqual(['text', 'Long-and-pasted 1'])
      }
    },
  )
})
