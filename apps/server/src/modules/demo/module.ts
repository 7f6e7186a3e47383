import type { Module } from '../../platform/modules/module.ts'

/** The program's start creates the accounts and prints them, so the module runs nothing by itself. */
export const demoModule: Module = { name: 'demo' }
