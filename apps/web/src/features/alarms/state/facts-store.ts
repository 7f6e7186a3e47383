import { z } from 'zod'
import { createStoredStore } from '../../../lib/stored.ts'

/** Whether this browser shows the facts beside the pictures, or only a line above them. */
export const factsStore = createStoredStore('winnow.alarm-facts', z.boolean(), true)

export const toggleFacts = (): void => factsStore.set((shown) => !shown)
