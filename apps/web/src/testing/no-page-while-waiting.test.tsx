import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

test('a wait that ends without success shows the page once, and none of its looks prints the page', async () => {
  render(<p>only this</p>)
  const looks: string[] = []
  const look = () => {
    try {
      screen.getByText('something else')
    } catch (error) {
      looks.push(String(error))
      throw error
    }
  }
  const waited = waitFor(look, { timeout: 20 })
  await expect(waited).rejects.toThrow(/Unable to find an element with the text: something else[^]*only this/)
  expect(looks.length).toBeGreaterThan(0)
  for (const error of looks) expect(error).not.toContain('only this')
  expect(() => screen.getByText('something else')).toThrow('only this')
})
