import { expect, it } from 'vitest'
import { limitPictures } from './vms-pictures.ts'

it('fetches for eight events of a company at once and refuses its ninth, while another company has places of its own', async () => {
  const waits = Promise.withResolvers<{ pictures: [] }>()
  const fetchPictures = limitPictures(() => waits.promise)
  const ask = (company: string) => fetchPictures(new Uint8Array(), company, new Date())
  const asked = ['one', 'two'].flatMap((company) => Array.from({ length: 8 }, () => ask(company)))
  const refused = { pictures: [], problem: 'too many events at once' }
  expect(await ask('one')).toEqual(refused)
  // Two companies have taken what may be taken by those that have places. Sixteen others get their first all the same.
  const firsts = Array.from({ length: 16 }, (_, n) => ask(`company ${n}`))
  expect(await ask('company 0')).toEqual(refused)
  waits.resolve({ pictures: [] })
  expect(await Promise.all([...asked, ...firsts])).toEqual(Array.from({ length: 32 }, () => ({ pictures: [] })))
  expect(await ask('one')).toEqual({ pictures: [] })
})

it('gives the place back where fetching fails', async () => {
  const fetchPictures = limitPictures(() => Promise.reject(new Error('gone')))
  const failed = { pictures: [], problem: 'pictures could not be fetched' }
  for (let n = 0; n < 9; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each needs a free place
    expect(await fetchPictures(new Uint8Array(), 'company', new Date())).toEqual(failed)
})
