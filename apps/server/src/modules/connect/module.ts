import type { Module } from '../../platform/modules/module.ts'
import { connectionContext } from './store-connection.ts'

export const connectModule: Module = {
  name: 'connect',
  tables: { connection: { rows: 'kept', sealed: { sealed: connectionContext } } },
}
