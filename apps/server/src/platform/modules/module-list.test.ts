import { expect, it } from 'vitest'
import { moduleList } from './module-list.ts'
import type { Module } from './module.ts'

const closed: string[] = []
const platformNeed: Module<object, { base: number }, { one: number }> = {
  name: 'one',
  make: ({ base }) => ({ services: { one: base + 1 }, close: () => void closed.push('one') }),
}
const needsOne: Module<{ one: number }, { one: number }, { two: number }> = {
  name: 'two',
  make: ({ one }) => ({ services: { two: one + 1 }, close: () => void closed.push('two') }),
}
const fails: Module = {
  name: 'fails',
  make: () => Promise.reject(new Error('out of order')),
}

it('a module gets the services of earlier modules, and all are closed in reverse order', async () => {
  const { deps, close } = await moduleList<{ base: number }>().with(platformNeed).with(needsOne).make({ base: 1 })
  expect(deps).toMatchObject({ base: 1, one: 2, two: 3 })
  await close()
  expect(closed.splice(0)).toEqual(['two', 'one'])
})

it('services are closed when a later module fails to start', async () => {
  const list = moduleList<{ base: number }>().with(platformNeed).with(needsOne).with(fails)
  await expect(list.make({ base: 1 })).rejects.toThrow('out of order')
  expect(closed.splice(0)).toEqual(['two', 'one'])
})

it('a module that needs a later module’s services is a type error', () => {
  // @ts-expect-error -- the service `one` does not exist yet
  const list = moduleList<{ base: number }>().with(needsOne)
  expect(list.parts).toHaveLength(1)
})

it('two modules cannot have the same table', async () => {
  const one: Module = { name: 'one', tables: { company: { rows: 'kept' } } }
  await expect(
    moduleList<object>()
      .with(one)
      .with({ ...one, name: 'two' })
      .make({}),
  ).rejects.toThrow('company')
})
