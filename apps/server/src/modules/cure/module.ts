import type { Module } from '../../platform/modules/module.ts'
import { registerCure } from './cure-routes.ts'

export const cureModule: Module = { name: 'cure', routes: registerCure }
