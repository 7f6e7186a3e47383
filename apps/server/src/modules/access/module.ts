import type { Module } from '../../platform/modules/module.ts'

export const accessModule: Module = { name: 'access' }
