import type { ReactNode } from 'react'
import { App } from './app.tsx'
import { createConsole } from './create-console.ts'

/** Starts the console for people with a login. */
export const startConsole = async (): Promise<ReactNode> => <App console={await createConsole()} />
