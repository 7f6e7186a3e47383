import { describe, expect, it } from 'vitest'
import { roomFor } from './room.ts'

describe('the room for a product', () => {
  it.each([
    ['without limits', { most: null, included: null }, [900, 100], { granted: 100, paid: 0 }],
    ['far from the limit', { most: 10, included: null }, [2, 5], { granted: 5, paid: 0 }],
    ['at the limit', { most: 10, included: null }, [10, 5], { granted: 0, paid: 0 }],
    ['that is less than wanted', { most: 10, included: null }, [8, 5], { granted: 2, paid: 0 }],
    ['after the plan was made smaller', { most: 3, included: 3 }, [8, 1], { granted: 0, paid: 0 }],
    ['of which all is included', { most: null, included: 10 }, [5, 5], { granted: 5, paid: 0 }],
    ['of which a part is paid', { most: null, included: 10 }, [8, 5], { granted: 5, paid: 3 }],
    ['of which all is paid', { most: 20, included: 0 }, [8, 5], { granted: 5, paid: 5 }],
    ['of which a part is paid, up to the limit', { most: 11, included: 10 }, [9, 5], { granted: 2, paid: 1 }],
    ['for nothing', { most: 0, included: 0 }, [0, 0], { granted: 0, paid: 0 }],
  ])('%s', (_what, allowance, [inUse = 0, wanted = 0], room) => {
    expect(roomFor(allowance, { inUse, wanted })).toEqual(room)
  })
})
