/** Numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same sequence. */
export type Random = () => number

/** Lehmer's generator (Park and Miller 1988, multiplier 48271). */
export function createRandom(seed: number): Random {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
