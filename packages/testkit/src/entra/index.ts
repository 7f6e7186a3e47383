// Apart from the rest: the provider is for development alone, and the demo must start without it.
export { createEntra } from './create-entra.ts'
export type { Entra, EntraPerson, EntraTenant } from './create-entra.ts'
export { signIn } from './sign-in.ts'
