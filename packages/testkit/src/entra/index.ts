// A separate entry: the provider library is a development dependency, and the demo must start without it.
export { createEntra } from './create-entra.ts'
export type { Entra, EntraPerson, EntraTenant } from './create-entra.ts'
export { signIn } from './sign-in.ts'
