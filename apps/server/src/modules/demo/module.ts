import type { Module } from '../../platform/modules/module.ts'

/** Whoever starts the program makes the accounts and shows them, so nothing of it runs by itself. */
export const demoModule: Module = { name: 'demo' }
